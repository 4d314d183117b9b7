import { ApiError } from '@parlance/contract/errors';
import {
  endSessions,
  forgetAdmin,
  forgetSessions,
  isBannedIdentity,
  readGoogleIdentity,
  spendProof,
  tellOldAddress,
} from '#access/access';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { refuseTaken } from './taken.ts';

interface NewAddress {
  column: 'email' | 'phone';
  address: string;
  token: string;
}

/**
 * Moves the account to a confirmed address. Every other session ends, because whoever holds one may be the reason for the
 * change, and the old address hears of it.
 */
export async function changeAddress(platform: Platform, caller: Caller, change: NewAddress): Promise<void> {
  const { column, address, token } = change;
  const { userId, userSessionId } = caller;
  const { old, cutOthers } = await refuseTaken(() =>
    platform.db.transaction().execute(async (tx) => {
      const before = await tx
        .selectFrom('users')
        .select(column)
        .where('user_id', '=', userId)
        .forUpdate()
        .executeTakeFirstOrThrow(() => new ApiError('SessionInvalid'));
      await spendProof(platform, tx, { type: `update-${column}`, token, addresses: [address], userId });
      if (await isBannedIdentity(platform, tx, { [column]: address })) {
        throw new ApiError(column === 'email' ? 'EmailTaken' : 'PhoneNumberTaken');
      }
      await tx
        .updateTable('users')
        .set({ [column]: address, updated_at: platform.clock.now() })
        .where('user_id', '=', userId)
        .execute();
      return {
        old: before[column],
        cutOthers: await endSessions(platform, tx, { userId, except: userSessionId }),
      };
    }),
  );
  await cutOthers();
  // What is remembered of this session names the old address, and with it whether it is an admin's.
  forgetSessions(platform, [userSessionId]);
  forgetAdmin(platform);
  if (old && old !== address) tellOldAddress(platform, column, old);
}

/** Connects a Google identity; an account that has no email address gets the verified one, when it is free. */
export async function connectGoogle(
  platform: Platform,
  { userId }: Caller,
  identityToken: string,
): Promise<void> {
  const { googleUserId, email } = await readGoogleIdentity(platform, identityToken);
  await refuseTaken(() =>
    platform.db.transaction().execute(async (tx) => {
      if (await isBannedIdentity(platform, tx, { googleUserId }))
        throw new ApiError('GoogleIdentityExistsAlready');
      const namesake = await tx
        .selectFrom('users')
        .select('user_id')
        .where('email', '=', email)
        .executeTakeFirst();
      await tx
        .updateTable('users')
        .set((eb) => ({
          google_user_id: googleUserId,
          updated_at: platform.clock.now(),
          ...(namesake ? {} : { email: eb.fn.coalesce('email', eb.val(email)) }),
        }))
        .where('user_id', '=', userId)
        .execute();
    }),
  );
  forgetAdmin(platform);
}
