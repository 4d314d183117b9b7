import {
  authenticate,
  beginAccessVerification,
  completeAccessVerification,
  endOtherSessions,
  endSession as endSessionCall,
  listSessions as listSessionsCall,
  reauthenticate,
} from '@parlance/contract/access';
import { transact } from '#platform/effects';
import { type Route, serve } from '#platform/serve';
import { endSessions, signIn } from './access.ts';
import { beginVerification, completeVerification } from './codes.ts';
import { continueSession } from './rotation.ts';
import { endSession, listSessions } from './sessions.ts';

/** Codes, tokens and sessions. */
export const accessRoutes: Route[] = [
  serve(beginAccessVerification, (platform, { caller, payload, ip }) =>
    beginVerification(platform, caller, payload, ip),
  ),

  serve(completeAccessVerification, (platform, { params, payload }) =>
    completeVerification(platform, params.accessVerificationId, payload.code),
  ),

  serve(authenticate, (platform, { payload, userAgent, ip }) =>
    signIn(platform, { ...payload, userAgent, ip }),
  ),

  serve(reauthenticate, (platform, { payload, ip }) => continueSession(platform, { ...payload, ip })),

  serve(listSessionsCall, (platform, { caller }) => listSessions(platform, caller)),

  serve(endSessionCall, (platform, { caller, params }) => endSession(platform, caller, params.userSessionId)),

  serve(endOtherSessions, (platform, { caller: { userId, userSessionId: except } }) =>
    transact(platform, (tx) => endSessions(platform, tx, { userId, except })),
  ),
];
