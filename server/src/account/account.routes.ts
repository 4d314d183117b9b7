import {
  connectGoogle as connectGoogleCall,
  createUser,
  deleteUser,
  disconnectWayIn as disconnectWayInCall,
  exportUser,
  getPreference,
  getUser,
  restoreWaysIn as restoreWaysInCall,
  setPreference,
  updateEmail,
  updatePhone,
  updateUser,
} from '@parlance/contract/account';
import { restoreWaysIn } from '#access/access';
import { type Route, serve } from '#platform/serve';
import { changeAddress, connectGoogle, disconnectWayIn } from './addresses.ts';
import { deleteAccount } from './deletion.ts';
import { type Exporter, exportEverything } from './export.ts';
import { getOwnAccount, updateOwnAccount } from './own-account.ts';
import { readPreference, writePreference } from './preferences.ts';
import { signUp } from './sign-up.ts';
import { refuseTaken } from './taken.ts';

/** One's own account. */
export const accountRoutes: Route[] = [
  serve(createUser, (platform, { payload, userAgent, ip }) =>
    signUp(platform, { ...payload, userAgent, ip }),
  ),

  serve(getUser, (platform, { caller }) => getOwnAccount(platform, caller.userId)),

  serve(deleteUser, (platform, { caller, payload }) => deleteAccount(platform, caller, payload.token)),

  serve(updateUser, (platform, { caller, payload }) => updateOwnAccount(platform, caller, payload)),

  serve(updateEmail, (platform, { caller, payload }) =>
    changeAddress(platform, caller, { column: 'email', address: payload.email, token: payload.token }),
  ),

  serve(updatePhone, (platform, { caller, payload }) =>
    changeAddress(platform, caller, { column: 'phone', address: payload.phone, token: payload.token }),
  ),

  serve(connectGoogleCall, (platform, { caller, payload }) =>
    connectGoogle(platform, caller, payload.googleIdentityToken),
  ),

  serve(disconnectWayInCall, (platform, { caller, payload }) =>
    disconnectWayIn(platform, caller, payload.way),
  ),

  serve(restoreWaysInCall, async (platform, { payload, ip }) => ({
    emailOrPhone: await refuseTaken(() => restoreWaysIn(platform, payload.token, ip)),
  })),

  serve(getPreference, (platform, { caller, params }) =>
    readPreference(platform, caller.userId, params.name),
  ),

  serve(setPreference, (platform, { caller, params, payload }) =>
    writePreference(platform, caller.userId, params.name, payload.value),
  ),
];

/** The export, made of what every slice keeps about a person. */
export const exportRoute = (exporters: Exporter[]): Route =>
  serve(exportUser, (platform, { caller }) => exportEverything(platform, caller.userId, exporters), {
    weight: 150,
  });
