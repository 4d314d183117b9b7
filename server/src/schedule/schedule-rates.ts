import { sql } from 'kysely';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';

const hourMs = 3_600_000;

/** Above the busiest real day; limits what a script can do to another member's calendar and mailbox. */
const bookingRates = { caller: { anHour: 40 }, pair: { anHour: 12, aDay: 30 }, strangers: { aDay: 8 } };
/** A burst of three times the slot limit; then one every two seconds. */
const slotRate = { burst: 1500, perSecond: 0.5 };
const feedsAnHour = 10;
/** Each replaces up to the limit of slots. */
const weeklyHoursAnHour = 60;
/** Each addition requests an address of the member's choice. */
const busyAdditionsADay = 10;
/** Each changes up to the limit of slots. */
const busyChangesAnHour = 60;
const busyCheckEveryMs = 5 * 60_000;
/** A few devices that poll every few minutes. */
const feedReadRate = { burst: 20, perSecond: 1 / 30 };

/**
 * Counts one booking with an owner. Cancelling is not limited, so book and cancel in turn would notify an owner who never answers as often
 * as the rate allows.
 */
export async function countBooking(platform: Platform, userId: string, ownerUserId: string): Promise<void> {
  const { limits } = platform;
  const { caller, pair, strangers } = bookingRates;
  const ofPair = `booking:${userId}:${ownerUserId}`;
  const aDay = (await areAcquainted(platform, userId, ownerUserId)) ? pair.aDay : strangers.aDay;
  refuseOver(
    await limits.take([
      { key: `booking:${userId}`, limit: caller.anHour, windowMs: hourMs },
      { key: ofPair, limit: pair.anHour, windowMs: hourMs },
      { key: ofPair, limit: aDay, windowMs: 24 * hourMs },
    ]),
  );
}

/** Whether both have written, or a session of the two has begun. */
async function areAcquainted({ db, clock }: Platform, one: string, other: string): Promise<boolean> {
  const { rows } = await sql<{ are: boolean }>`
    SELECT EXISTS (
      SELECT FROM conversations
      WHERE low_user_id = least(${one}::uuid, ${other}::uuid) AND high_user_id = greatest(${one}::uuid, ${other}::uuid)
        AND answered_at IS NOT NULL
    ) OR EXISTS (
      SELECT FROM schedule_sessions AS mine JOIN schedule_sessions AS theirs USING (schedule_slot_id)
      WHERE mine.user_id = ${one} AND theirs.user_id = ${other} AND mine.starts_at <= ${clock.now()}
    ) AS are`.execute(db);
  return rows[0]?.are ?? false;
}

/** Counts one published slot. Deleting needs no limit: it cannot exceed publishing. */
export async function countSlot({ limits }: Platform, userId: string): Promise<void> {
  refuseOver(await limits.takeToken({ key: `slot:${userId}`, ...slotRate }));
}

export async function countWeeklyHours({ limits }: Platform, userId: string): Promise<void> {
  refuseOver(
    await limits.take([{ key: `weekly-hours:${userId}`, limit: weeklyHoursAnHour, windowMs: hourMs }]),
  );
}

export async function countFeed({ limits }: Platform, userId: string): Promise<void> {
  refuseOver(await limits.take([{ key: `calendar-feed:${userId}`, limit: feedsAnHour, windowMs: hourMs }]));
}

/** Counts one read of a feed: a long calendar is expensive to render. */
export async function countFeedRead({ limits }: Platform, userId: string): Promise<void> {
  refuseOver(await limits.takeToken({ key: `calendar-feed-read:${userId}`, ...feedReadRate }));
}

/** Counts one external calendar to add, also where it cannot be read. */
export async function countBusyAddition({ limits }: Platform, userId: string): Promise<void> {
  refuseOver(
    await limits.take([{ key: `busy-calendar:${userId}`, limit: busyAdditionsADay, windowMs: 24 * hourMs }]),
  );
}

export async function countBusyChange({ limits }: Platform, userId: string): Promise<void> {
  refuseOver(
    await limits.take([{ key: `busy-change:${userId}`, limit: busyChangesAnHour, windowMs: hourMs }]),
  );
}

/** Counts one reading of an external calendar on request. */
export async function countBusyCheck({ limits }: Platform, busyCalendarId: string): Promise<void> {
  refuseOver(
    await limits.take([{ key: `busy-check:${busyCalendarId}`, limit: 1, windowMs: busyCheckEveryMs }]),
  );
}
