import type { SignInMethod } from '@parlance/contract/account-care';
import { ApiError } from '@parlance/contract/errors';
import {
  actOf,
  endSessions,
  forgetAdmin,
  forgetSessions,
  hasSignInMethod,
  isBannedIdentity,
  lockSignInMethods,
  noteChange,
  oidcKey,
  readGoogleIdentity,
  type SignInMethods,
  spendOidcToken,
  spendProof,
  waysInOf,
} from '#access/access';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import type { Caller } from '#platform/serve';
import { closedTo, isAddressAdmitted } from './admission.ts';
import { refuseTaken } from './taken.ts';

const changesADay = 20;
const dayMs = 24 * 60 * 60 * 1000;

interface NewAddress {
  column: 'email' | 'phone';
  address: string;
  token: string;
}

export async function changeAddress(platform: Platform, caller: Caller, change: NewAddress): Promise<void> {
  const { column, address, token } = change;
  await changeSignInMethods(platform, caller, {
    way: column,
    async decide(tx) {
      const { userId } = caller;
      await spendProof(platform, tx, { type: `update-${column}`, token, addresses: [address], userId });
      if (column === 'email' && !isAddressAdmitted(platform.config, address))
        throw closedTo(platform.config.signUpDomains);
      if (await isBannedIdentity(platform, tx, { [column]: address })) {
        throw new ApiError(column === 'email' ? 'EmailTaken' : 'PhoneNumberTaken');
      }
      return { [column]: address };
    },
  });
}

/**
 * Connects a Google identity; an account without an email address gets the verified one if it is free. A connected identity is
 * never replaced, because the replacement would go unnoticed.
 */
export async function connectGoogle(
  platform: Platform,
  caller: Caller,
  identityToken: string,
): Promise<void> {
  const { googleUserId, email } = await readGoogleIdentity(platform, identityToken);
  await changeSignInMethods(platform, caller, {
    way: 'google',
    keepsSessions: true,
    async decide(tx, before) {
      if (before.google_user_id === googleUserId) return {};
      if (before.google_user_id !== null) {
        throw new ApiError('NotAllowed', {
          message: 'Another Google account is connected. Disconnect it first.',
        });
      }
      if (await isBannedIdentity(platform, tx, { googleUserId }))
        throw new ApiError('GoogleIdentityExistsAlready');
      return {
        google_user_id: googleUserId,
        email: before.email ?? (await freeAddress(platform, tx, email)),
      };
    },
  });
}

/** Connects an identity of the provider, under the rules of a Google identity. */
export async function connectOidc(platform: Platform, caller: Caller, oidcToken: string): Promise<void> {
  await changeSignInMethods(platform, caller, {
    way: 'oidc',
    keepsSessions: true,
    async decide(tx, before) {
      const { issuer, subject, email, isEmailVerified } = await spendOidcToken(platform, tx, oidcToken);
      if (before.oidc_issuer === issuer && before.oidc_subject === subject) return {};
      // An identity of a provider that is no longer configured does not sign in and gives way.
      if (before.oidc_issuer === issuer) {
        throw new ApiError('NotAllowed', {
          message: 'Another sign-in of your organisation is connected. Disconnect it first.',
        });
      }
      if (await isBannedIdentity(platform, tx, { oidc: oidcKey(issuer, subject) }))
        throw new ApiError('IdentityExistsAlready');
      const offered = isEmailVerified ? email : null;
      return {
        oidc_issuer: issuer,
        oidc_subject: subject,
        email: before.email ?? (offered && (await freeAddress(platform, tx, offered))),
      };
    },
  });
}

/** Returns the address if an account can have it, else null. */
async function freeAddress(platform: Platform, tx: Tx, email: string): Promise<string | null> {
  if (!isAddressAdmitted(platform.config, email)) return null;
  const namesake = await tx
    .selectFrom('users')
    .select('user_id')
    .where('email', '=', email)
    .executeTakeFirst();
  return namesake ? null : email;
}

const nothingOf = {
  email: { email: null },
  phone: { phone: null },
  google: { google_user_id: null },
  oidc: { oidc_issuer: null, oidc_subject: null },
} satisfies Record<SignInMethod, Partial<SignInMethods>>;

/** Removes a sign-in method, but never the last working one; idempotent. */
export async function disconnectWayIn(platform: Platform, caller: Caller, way: SignInMethod): Promise<void> {
  await changeSignInMethods(platform, caller, {
    way,
    async decide(_tx, before) {
      const removed: Partial<SignInMethods> = nothingOf[way];
      if (Object.keys(removed).every((column) => before[column as keyof SignInMethods] === null)) return {};
      if (!hasSignInMethod(platform, { ...before, ...removed })) {
        throw new ApiError('NotAllowed', { message: 'This is the only way to sign in to your account.' });
      }
      return removed;
    },
  });
}

interface SignInMethodChange {
  way: SignInMethod;
  /** Returns the new sign-in methods; throws when the change is not allowed. */
  decide: (tx: Tx, before: SignInMethods) => Promise<Partial<SignInMethods>>;
  /** Set when the change removes no access, so other sessions continue. */
  keepsSessions?: true;
}

/** Changes sign-in methods, ends every other session, which can be the reason for the change, and mails an undo link to the old address. */
async function changeSignInMethods(
  platform: Platform,
  caller: Caller,
  change: SignInMethodChange,
): Promise<void> {
  const { userId, userSessionId: except } = caller;
  refuseOver(await platform.limits.take([{ key: `ways-in:${userId}`, limit: changesADay, windowMs: dayMs }]));
  const { disconnectOthers, tell } = await refuseTaken(() =>
    platform.db.transaction().execute(async (tx) => {
      const before = await lockSignInMethods(tx, userId);
      const after = waysInOf({ ...before, ...(await change.decide(tx, before)) });
      const isChanged = Object.entries(after).some(
        ([column, value]) => value !== before[column as keyof SignInMethods],
      );
      if (isChanged) {
        await tx
          .updateTable('users')
          .set({ ...after, updated_at: platform.clock.now() })
          .where('user_id', '=', userId)
          .execute();
      }
      return {
        disconnectOthers: change.keepsSessions ? null : await endSessions(platform, tx, { userId, except }),
        tell: isChanged
          ? await noteChange(platform, tx, {
              userId,
              way: change.way,
              act: actOf(change.way, before, after),
              before,
            })
          : null,
      };
    }),
  );
  await disconnectOthers?.();
  // The cached session state holds the old address and the admin flag derived from it.
  forgetSessions(platform, [except]);
  forgetAdmin(platform);
  tell?.();
}
