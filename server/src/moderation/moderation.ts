import type { reportReasons } from '@parlance/contract/chat';
import { ApiError } from '@parlance/contract/errors';
import { sql } from 'kysely';
import { forgetAdmin, identityHashes, isAdmin, oidcKey } from '#access/access';
import { lockPerson } from '#account/account';
import { closeCaseOf, countHold } from '#contact/contact';
import { type Tx, transact } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { retriedTransaction } from '#platform/retried-transaction';
import { type Moderator, noteInAudit } from './audit.ts';
import { closeReports } from './closing.ts';
import { queueOutcomeMail } from './decision-mails.ts';

export { noteInAudit };

type BanReason = (typeof reportReasons)[number];

/** Bans a member: hidden, disconnected and locked out once this returns. Other slices react in the same transaction. */
export async function banUser(
  platform: Platform,
  moderator: Moderator,
  userId: string,
  reason: string,
  warns?: BanReason,
): Promise<void> {
  const after = await retriedTransaction(platform, async (tx) => {
    await lockPerson(tx, userId);
    const user = await lockUser(tx, userId);
    if (isAdmin(platform, user)) {
      throw new ApiError('NotAllowed', { message: 'An admin cannot be banned.' });
    }
    const now = platform.clock.now();
    await tx
      .updateTable('users')
      .set({ banned_at: user.banned_at ?? now, ban_reason: reason, updated_at: now })
      .where('user_id', '=', userId)
      .execute();
    const hashes = hashesOf(platform, user);
    await sql`
      INSERT INTO banned_identities (hash, created_at)
      SELECT hash, ${now} FROM unnest(${hashes}::bytea[]) AS hash ON CONFLICT DO NOTHING`.execute(tx);
    const removeFiles = await closeReports(platform, tx, { about: userId }, 'banned');
    const held = await closeCaseOf(platform, tx, userId, { outcome: 'banned' });
    if (held) await queueOutcomeMail(platform, tx, held);
    await noteInAudit(platform, tx, moderator, { action: 'ban', user_id: userId, reason });
    const afterEffects = await platform.effects.run(platform, tx, 'userBanned', { userId, warns });
    return async () => {
      if (held) countHold(platform, 'banned');
      await afterEffects();
      await removeFiles();
    };
  });
  await after();
}

/** Lifts a ban: the profile is visible and sign-in works. Ended sessions and released bookings stay so. */
export async function unbanUser(platform: Platform, moderator: Moderator, userId: string): Promise<void> {
  await transact(platform, async (tx) => {
    const user = await lockUser(tx, userId);
    if (user.banned_at === null) return null;
    await tx
      .updateTable('users')
      .set({ banned_at: null, ban_reason: null, updated_at: platform.clock.now() })
      .where('user_id', '=', userId)
      .execute();
    const hashes = hashesOf(platform, user);
    await sql`DELETE FROM banned_identities WHERE hash = ANY(${hashes}::bytea[])`.execute(tx);
    await noteInAudit(platform, tx, moderator, { action: 'unban', user_id: userId });
    return await platform.effects.run(platform, tx, 'userUnbanned', { userId });
  });
}

/** Grants or revokes the admin role. Addresses of ADMIN_EMAILS are always admins. */
export async function setAdmin(
  platform: Platform,
  moderator: Moderator,
  userId: string,
  shallBe: boolean,
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (shallBe && user.banned_at !== null) {
      throw new ApiError('NotAllowed', { message: 'A banned person cannot be an admin.' });
    }
    if ((user.admin_since !== null) === shallBe) return;
    const now = platform.clock.now();
    await tx
      .updateTable('users')
      .set({ admin_since: shallBe ? now : null, updated_at: now })
      .where('user_id', '=', userId)
      .execute();
    await noteInAudit(platform, tx, moderator, {
      action: shallBe ? 'make-admin' : 'remove-admin',
      user_id: userId,
    });
  });
  forgetAdmin(platform);
}

type LockedUser = Awaited<ReturnType<typeof lockUser>>;

async function lockUser(tx: Tx, userId: string) {
  return await tx
    .selectFrom('users')
    .select(['email', 'phone', 'google_user_id', 'banned_at', 'admin_since'])
    .select(['oidc_issuer', 'oidc_subject'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new ApiError('UserNotFound'));
}

function hashesOf(platform: Platform, user: LockedUser): Buffer[] {
  const { email, phone, google_user_id: googleUserId, oidc_issuer, oidc_subject } = user;
  const oidc = oidcKey(oidc_issuer, oidc_subject);
  return identityHashes(platform, { email, phone, googleUserId, oidc });
}
