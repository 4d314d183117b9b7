import type { ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import { type listPasskeys as listCall, type Passkey, passkeysMax } from '@parlance/contract/passkeys';
import type { Selectable } from 'kysely';
import type { Tables } from '#domain/tables.generated';
import { transact } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import type { Caller } from '#platform/serve';
import { relyingPartyOf } from './passkey-challenges.ts';
import { endSessions } from './sessions.ts';
import { lockSignInMethods, noteChange } from './sign-in-methods.ts';

const hourMs = 60 * 60 * 1000;
const removalsAnHour = 30;

type Row = Selectable<Tables['passkeys']>;

/** The row as the API shows it. */
export const passkeyOf = (row: Row): Passkey => ({
  passkeyId: row.passkey_id,
  credentialId: row.credential_id.toString('base64url'),
  name: row.name,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  isSynced: row.is_synced,
});

/** Returns the member's passkeys that are not removed, oldest first. */
export const livePasskeys = (db: Platform['db'], userId: string): Promise<Row[]> =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('passkey_id')
    .limit(passkeysMax)
    .execute();

/** Returns the account as devices list it. */
export async function accountOf(platform: Platform, userId: string) {
  const { email, phone, name, passkey_handle } = await platform.db
    .selectFrom('users')
    .select(['email', 'phone', 'name', 'passkey_handle'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow(() => new ApiError('SessionInvalid'));
  const address = email ?? phone ?? name;
  return { handle: passkey_handle, name: address, displayName: name || address };
}

export async function listPasskeys(
  platform: Platform,
  { userId }: Caller,
): Promise<ResultOf<typeof listCall>> {
  const { handle, name, displayName } = await accountOf(platform, userId);
  const { rpId } = relyingPartyOf(platform);
  const userHandle = handle?.toString('base64url') ?? null;
  const passkeys = await livePasskeys(platform.db, userId);
  return { passkeys: passkeys.map(passkeyOf), account: { rpId, userHandle, name, displayName } };
}

export async function renamePasskey(
  platform: Platform,
  { userId }: Caller,
  { passkeyId, name }: { passkeyId: string; name: string },
): Promise<Passkey> {
  const renamed = await platform.db
    .updateTable('passkeys')
    .set({ name })
    .where('passkey_id', '=', passkeyId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirstOrThrow(() => new ApiError('ResourceNotFound'));
  return passkeyOf(renamed);
}

/** Removes a passkey and ends every other session, which can be the reason for the removal. */
export async function removePasskey(platform: Platform, caller: Caller, passkeyId: string): Promise<void> {
  const { userId, userSessionId: except } = caller;
  refuseOver(
    await platform.limits.take([
      { key: `passkey-remove:${userId}`, limit: removalsAnHour, windowMs: hourMs },
    ]),
  );
  await transact(platform, async (tx) => {
    const before = await lockSignInMethods(tx, userId);
    const tell = await noteChange(platform, tx, { userId, way: 'passkey', act: 'removed', before });
    await tx
      .updateTable('passkeys')
      .set({ removed_at: platform.clock.now() })
      .where('passkey_id', '=', passkeyId)
      .where('user_id', '=', userId)
      .where('removed_at', 'is', null)
      .returning('passkey_id')
      .executeTakeFirstOrThrow(() => new ApiError('ResourceNotFound'));
    const disconnectOthers = await endSessions(platform, tx, { userId, except });
    return async () => {
      await disconnectOthers();
      tell();
    };
  });
}
