import { sql } from 'kysely';
import type { AfterCommit, Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { announce, lockBookings, lockSchedules, releaseBookings } from './bookings.ts';
import type { Release } from './notices.ts';

/** Session, buffer and slot are an hour at most each. */
const nearMs = 3 * 3_600_000;

export function scheduleEffects(effects: Platform['effects']): void {
  // The emitter holds the pair lock, so no booking between the two is in progress.
  effects.on('userBlocked', async (platform, tx, { userId, blockedUserId }) => {
    await sql`
      DELETE FROM session_agains WHERE user_id = ${userId} AND partner_user_id = ${blockedUserId}
        OR user_id = ${blockedUserId} AND partner_user_id = ${userId}`.execute(tx);
    const areBetween = sql<boolean>`user_id = ${userId} AND booked_by_user_id = ${blockedUserId}
      OR user_id = ${blockedUserId} AND booked_by_user_id = ${userId}`;
    await lockSchedules(tx, [userId, blockedUserId]);
    return release(platform, tx, areBetween, { byUserId: userId, kind: 'cancelled' });
  });

  effects.on('userBanned', (platform, tx, { userId }) => releaseAllOf(platform, tx, userId));

  effects.on('userDeleted', async (platform, tx, { userId }) => {
    const announce = await releaseAllOf(platform, tx, userId);
    await forget(tx, userId);
    return announce;
  });
}

/**
 * Releases bookings made before the lock; a later booking finds no member. The release changes which slots of the partners are
 * bookable, so their schedules are locked too; the second look finds a partner of a booking made before the first lock.
 */
async function releaseAllOf(platform: Platform, tx: Tx, userId: string): Promise<AfterCommit> {
  await lockSchedules(tx, [userId, ...(await partnersOf(platform, tx, userId))]);
  await lockSchedules(tx, await partnersOf(platform, tx, userId));
  const nameThem = sql<boolean>`user_id = ${userId} OR booked_by_user_id = ${userId}`;
  return release(platform, tx, nameThem, { byUserId: userId, kind: 'withdrawn' });
}

/** The other members of sessions that are ahead, or too recent for slots around them to have passed. */
async function partnersOf({ clock }: Platform, tx: Tx, userId: string): Promise<string[]> {
  const since = new Date(clock.now().getTime() - nearMs);
  const { rows } = await sql<{ user_id: string }>`
    SELECT DISTINCT theirs.user_id FROM schedule_sessions AS own JOIN schedule_sessions AS theirs USING (schedule_slot_id)
    WHERE own.user_id = ${userId} AND theirs.user_id <> ${userId} AND own.starts_at > ${since}`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

async function release(
  platform: Platform,
  tx: Tx,
  fits: ReturnType<typeof sql<boolean>>,
  how: Release,
): Promise<AfterCommit> {
  const bookings = await lockBookings(tx, platform.clock.now(), fits);
  await releaseBookings(tx, platform.clock, bookings, how);
  return () => announce(platform, bookings, { change: 'cancelled', byUserId: how.byUserId });
}

/** Deletes started and past sessions, which reference both accounts, and notices that would name the member. */
async function forget(tx: Tx, userId: string): Promise<void> {
  await sql`
    DELETE FROM schedule_sessions WHERE schedule_slot_id IN (
      SELECT schedule_slot_id FROM schedule_sessions WHERE user_id = ${userId})`.execute(tx);
  await tx
    .updateTable('schedule_slots')
    .set({ booked_by_user_id: null })
    .where('booked_by_user_id', '=', userId)
    .execute();
  await tx
    .deleteFrom('waiting_mails')
    .where('other_user_id', '=', userId)
    .where('kind', 'in', ['booked', 'booked-own', 'weekly', 'moved', 'move-proposed', 'move-declined'])
    .execute();
}
