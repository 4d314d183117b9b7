import * as calls from '@parlance/contract/account';
import * as care from '@parlance/contract/account-care';
import * as oidc from '@parlance/contract/oidc';
import { readDeletionProof, restoreWaysIn } from '#access/access';
import { type Route, serve } from '#platform/serve';
import { changeAddress, connectGoogle, connectOidc, disconnectWayIn } from './addresses.ts';
import { deleteAccount } from './deletion.ts';
import { type Exporter, exportEverything } from './export.ts';
import { getOwnAccount, updateOwnAccount } from './own-account.ts';
import { readPreference, writePreference } from './preferences.ts';
import { signUp } from './sign-up.ts';
import { refuseTaken } from './taken.ts';

export const accountRoutes: Route[] = [
  serve(calls.createUser, (platform, { payload, userAgent, acceptLanguage, ip }) =>
    signUp(platform, { ...payload, userAgent, acceptLanguage, ip }),
  ),

  serve(calls.getUser, (platform, { caller }) => getOwnAccount(platform, caller.userId)),

  serve(care.getDeletionProof, async (platform, { caller }) => {
    const { addresses, until } = await readDeletionProof(platform, caller.userId);
    return { addresses, until };
  }),

  serve(care.deleteUser, (platform, { caller, payload }) => deleteAccount(platform, caller, payload.token)),

  serve(care.updateUser, (platform, { caller, payload }) => updateOwnAccount(platform, caller, payload)),

  serve(care.updateEmail, (platform, { caller, payload }) =>
    changeAddress(platform, caller, { column: 'email', address: payload.email, token: payload.token }),
  ),

  serve(care.updatePhone, (platform, { caller, payload }) =>
    changeAddress(platform, caller, { column: 'phone', address: payload.phone, token: payload.token }),
  ),

  serve(care.connectGoogle, (platform, { caller, payload }) =>
    connectGoogle(platform, caller, payload.googleIdentityToken),
  ),

  serve(oidc.connectOidc, (platform, { caller, payload }) =>
    connectOidc(platform, caller, payload.oidcToken),
  ),

  serve(care.disconnectWayIn, (platform, { caller, payload }) =>
    disconnectWayIn(platform, caller, payload.way),
  ),

  serve(care.restoreWaysIn, async (platform, { payload, ip }) => ({
    emailOrPhone: await refuseTaken(() => restoreWaysIn(platform, payload.token, ip)),
  })),

  serve(calls.getPreference, (platform, { caller, params }) =>
    readPreference(platform, caller.userId, params.name),
  ),

  serve(calls.setPreference, (platform, { caller, params, payload }) =>
    writePreference(platform, caller.userId, params.name, payload.value),
  ),
];

/** Creates the export route from every slice's exporter. */
export const exportRoute = (exporters: Exporter[]): Route =>
  serve(care.exportUser, (platform, { caller }) => exportEverything(platform, caller.userId, exporters), {
    weight: 150,
  });
