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

  serve(deleteUser, async (platform, { caller, payload }) => {
    await deleteAccount(platform, caller, payload.token);
    return {};
  }),

  serve(updateUser, async (platform, { caller, payload }) => {
    await updateOwnAccount(platform, caller, payload);
    return {};
  }),

  serve(updateEmail, async (platform, { caller, payload }) => {
    await changeAddress(platform, caller, { column: 'email', address: payload.email, token: payload.token });
    return {};
  }),

  serve(updatePhone, async (platform, { caller, payload }) => {
    await changeAddress(platform, caller, { column: 'phone', address: payload.phone, token: payload.token });
    return {};
  }),

  serve(connectGoogleCall, async (platform, { caller, payload }) => {
    await connectGoogle(platform, caller, payload.googleIdentityToken);
    return {};
  }),

  serve(disconnectWayInCall, async (platform, { caller, payload }) => {
    await disconnectWayIn(platform, caller, payload.way);
    return {};
  }),

  serve(restoreWaysInCall, async (platform, { payload, ip }) => ({
    emailOrPhone: await refuseTaken(() => restoreWaysIn(platform, payload.token, ip)),
  })),

  serve(getPreference, (platform, { caller, params }) =>
    readPreference(platform, caller.userId, params.name),
  ),

  serve(setPreference, async (platform, { caller, params, payload }) => {
    await writePreference(platform, caller.userId, params.name, payload.value);
    return {};
  }),
];

/** The export, made of what every slice keeps about a person. */
export const exportRoute = (exporters: Exporter[]): Route =>
  serve(exportUser, (platform, { caller }) => exportEverything(platform, caller.userId, exporters), {
    weight: 150,
  });
