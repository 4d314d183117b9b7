import {
  connectGoogle as connectGoogleCall,
  createUser,
  deleteUser,
  exportUser,
  getPreference,
  getUser,
  setPreference,
  updateEmail,
  updatePhone,
  updateUser,
} from '@parlance/contract/account';
import { type Route, serve } from '#platform/serve';
import { changeAddress, connectGoogle } from './addresses.ts';
import { deleteAccount } from './deletion.ts';
import { type Exporter, exportEverything } from './export.ts';
import { getOwnAccount, updateOwnAccount } from './own-account.ts';
import { readPreference, writePreference } from './preferences.ts';
import { signUp } from './sign-up.ts';

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
