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
  readGoogleIdentity,
  type SignInMethods,
  spendProof,
} from '#access/access';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import type { Caller } from '#platform/serve';
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
      const namesake = await tx
        .selectFrom('users')
        .select('user_id')
        .where('email', '=', email)
        .executeTakeFirst();
      return { google_user_id: googleUserId, ...(namesake ? {} : { email: before.email ?? email }) };
    },
  });
}

/** Removes a sign-in method, but never the last working one; idempotent. */
export async function disconnectWayIn(platform: Platform, caller: Caller, way: SignInMethod): Promise<void> {
  const column = way === 'google' ? 'google_user_id' : way;
  await changeSignInMethods(platform, caller, {
    way,
    async decide(_tx, before) {
      if (before[column] === null) return {};
      if (!hasSignInMethod(platform, { ...before, [column]: null })) {
        throw new ApiError('NotAllowed', { message: 'This is the only way to sign in to your account.' });
      }
      return { [column]: null };
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
      const { email, phone, google_user_id } = { ...before, ...(await change.decide(tx, before)) };
      const after: SignInMethods = { email, phone, google_user_id };
      const isChanged =
        email !== before.email || phone !== before.phone || google_user_id !== before.google_user_id;
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
