import * as calls from '@parlance/contract/access';
import { transact } from '#platform/effects';
import { type Route, serve } from '#platform/serve';
import { endSessions, signIn } from './access.ts';
import { beginVerification, completeVerification } from './codes.ts';
import { continueSession } from './rotation.ts';
import { endSession, listSessions } from './sessions.ts';

export const accessRoutes: Route[] = [
  serve(calls.beginAccessVerification, (platform, { payload, ...asker }) =>
    beginVerification(platform, asker, payload),
  ),

  serve(calls.completeAccessVerification, (platform, { params, payload }) =>
    completeVerification(platform, params.accessVerificationId, payload.code),
  ),

  serve(calls.authenticate, (platform, { payload, userAgent, ip }) =>
    signIn(platform, { ...payload, userAgent, ip }),
  ),

  serve(calls.reauthenticate, (platform, { payload, ip }) => continueSession(platform, { ...payload, ip })),

  serve(calls.listSessions, (platform, { caller }) => listSessions(platform, caller)),

  serve(calls.endSession, (platform, { caller, params }) =>
    endSession(platform, caller, params.userSessionId),
  ),

  serve(calls.endOtherSessions, (platform, { caller: { userId, userSessionId: except } }) =>
    transact(platform, (tx) => endSessions(platform, tx, { userId, except })),
  ),
];
