import * as calls from '@parlance/contract/access';
import { getInvitation } from '@parlance/contract/invitations';
import { beginOidc, completeOidc } from '@parlance/contract/oidc';
import * as passkeyCalls from '@parlance/contract/passkeys';
import { authenticate } from '@parlance/contract/sign-in';
import { transact } from '#platform/effects';
import { type Route, serve } from '#platform/serve';
import { endSessions, signIn } from './access.ts';
import { beginVerification, completeVerification } from './codes.ts';
import { readInvitation } from './invitations.ts';
import { beginAtProvider, completeAtProvider } from './oidc.ts';
import { addPasskey, beginPasskey } from './passkey-additions.ts';
import { beginSignIn } from './passkey-sign-in.ts';
import { listPasskeys, removePasskey, renamePasskey } from './passkeys.ts';
import { continueSession } from './rotation.ts';
import { endSession, listSessions } from './sessions.ts';

export const accessRoutes: Route[] = [
  serve(calls.beginAccessVerification, (platform, { payload, ...asker }) =>
    beginVerification(platform, asker, payload),
  ),

  serve(calls.completeAccessVerification, (platform, { params, payload }) =>
    completeVerification(platform, params.accessVerificationId, payload.code),
  ),

  serve(authenticate, (platform, { payload, userAgent, ip }) =>
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

  serve(beginOidc, beginAtProvider),

  serve(completeOidc, (platform, { payload, ...asker }) => completeAtProvider(platform, asker, payload)),

  serve(getInvitation, (platform, { params, ip }) => readInvitation(platform, params.secret, ip)),

  serve(passkeyCalls.beginPasskeySignIn, beginSignIn),

  serve(passkeyCalls.beginPasskey, (platform, { caller }) => beginPasskey(platform, caller)),

  serve(passkeyCalls.addPasskey, (platform, { caller, payload }) => addPasskey(platform, caller, payload)),

  serve(passkeyCalls.listPasskeys, (platform, { caller }) => listPasskeys(platform, caller)),

  serve(passkeyCalls.renamePasskey, (platform, { caller, params, payload }) =>
    renamePasskey(platform, caller, { ...params, ...payload }),
  ),

  serve(passkeyCalls.removePasskey, (platform, { caller, params }) =>
    removePasskey(platform, caller, params.passkeyId),
  ),
];
