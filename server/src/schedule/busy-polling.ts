import { ApiError } from '@parlance/contract/errors';
import { type Selectable, sql } from 'kysely';
import type { BusyCalendars } from '#domain/tables.generated';
import type { Tx } from '#platform/effects';
import { queueMails } from '#platform/mail-queue';
import type { Platform } from '#platform/platform';
import { lockSchedules } from './bookings.ts';
import { openAddress } from './busy-address.ts';
import { lostCalendarKind } from './busy-calendars.mails.ts';
import { type KnownCalendar, type Reading, readCalendar } from './busy-reading.ts';

export type CalendarRow = Selectable<BusyCalendars>;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const pollMs = { active: 30 * minuteMs, away: 6 * hourMs, failingMax: dayMs };
const isActiveMs = 7 * dayMs;
const isAwayMs = 30 * dayMs;
const giveUpAfterMs = 14 * dayMs;
/** Above this the wait is the longest anyway; the column is a smallint. */
const failuresMax = 100;
/** The window of busy times moves on, so that an unchanged file is expanded again now and then. */
const expandAgainMs = 7 * dayMs;

interface Member {
  zone: string;
  lastActiveAt: Date | null;
  isBanned: boolean;
}

/** When a calendar is read next; null once it was given up. `chance` spreads calendars that were added together. */
export function nextPollAt(
  now: Date,
  calendar: Pick<CalendarRow, 'failures' | 'failing_since'>,
  lastActiveAt: Date | null,
  chance = Math.random(),
): Date | null {
  const { failures, failing_since: since } = calendar;
  if (since && now.getTime() - since.getTime() >= giveUpAfterMs) return null;
  const isActive = now.getTime() - (lastActiveAt?.getTime() ?? 0) < isActiveMs;
  const regular = isActive ? pollMs.active : pollMs.away;
  const waitMs = failures === 0 ? regular : Math.min(regular * 2 ** failures, pollMs.failingMax);
  return new Date(now.getTime() + waitMs * (2 / 3 + (chance * 2) / 3));
}

export async function loadMember({ db }: Platform, userId: string): Promise<Member> {
  const row = await db
    .selectFrom('users')
    .select(['time_zone', 'last_active_at', 'banned_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return {
    zone: row?.time_zone ?? 'UTC',
    lastActiveAt: row?.last_active_at ?? null,
    isBanned: row?.banned_at !== null,
  };
}

/**
 * Reads a calendar that the job has claimed. Calendars of members who have been away for long wait until they are back. False if the
 * server is overloaded or stopping: the claim ends in a few minutes.
 */
export async function pollCalendar(platform: Platform, calendar: CalendarRow): Promise<boolean> {
  const member = await loadMember(platform, calendar.user_id);
  const awayMs = platform.clock.now().getTime() - (member.lastActiveAt?.getTime() ?? 0);
  if (member.isBanned || awayMs >= isAwayMs) {
    await platform.db
      .updateTable('busy_calendars')
      .set({ next_poll_at: new Date(platform.clock.now().getTime() + pollMs.away) })
      .where('busy_calendar_id', '=', calendar.busy_calendar_id)
      .execute();
    return true;
  }
  try {
    await refreshCalendar(platform, calendar, member);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Reads a calendar again and stores what changed, or counts the failure. Throws only if the server itself is overloaded or stopping. */
export async function refreshCalendar(
  platform: Platform,
  calendar: CalendarRow,
  { zone, lastActiveAt }: Member,
): Promise<void> {
  const startedAt = platform.clock.now();
  let reading: Reading;
  try {
    const address = new URL(openAddress(platform, calendar.busy_calendar_id, calendar.sealed_address));
    const known = knownOf(calendar, zone, startedAt);
    reading = await readCalendar(platform, { address, userId: calendar.user_id, zone, known });
  } catch (error) {
    if (error instanceof ApiError && error.errorName !== 'FileInvalid') throw error;
    await countFailure(platform, calendar, lastActiveAt);
    return;
  }
  await platform.db.transaction().execute(async (tx) => {
    await lockSchedules(tx, [calendar.user_id]);
    const now = platform.clock.now();
    const { changed, etag } = reading;
    const { numUpdatedRows } = await tx
      .updateTable('busy_calendars')
      .set({
        etag,
        time_zone: zone,
        read_at: now,
        failures: 0,
        failing_since: null,
        next_poll_at: nextPollAt(now, { failures: 0, failing_since: null }, lastActiveAt),
        ...(changed && { content_hash: changed.hash, expanded_at: startedAt }),
      })
      .where('busy_calendar_id', '=', calendar.busy_calendar_id)
      .executeTakeFirst();
    // Without a row it was removed meanwhile.
    if (changed && numUpdatedRows > 0n) await storeRanges(platform, tx, calendar, changed.ranges);
  });
}

/** All-day events depend on the member's zone, and the window moves, so that an old reading counts as none. */
function knownOf(calendar: CalendarRow, zone: string, now: Date): KnownCalendar | null {
  const isFresh = now.getTime() - calendar.expanded_at.getTime() < expandAgainMs;
  return isFresh && calendar.time_zone === zone ? { etag: calendar.etag, hash: calendar.content_hash } : null;
}

async function countFailure(
  { db, clock }: Platform,
  calendar: CalendarRow,
  lastActiveAt: Date | null,
): Promise<void> {
  const now = clock.now();
  const failing = {
    failures: Math.min(calendar.failures + 1, failuresMax),
    failing_since: calendar.failing_since ?? now,
  };
  const next_poll_at = nextPollAt(now, failing, lastActiveAt);
  const { busy_calendar_id: subjectId, user_id: userId } = calendar;
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('busy_calendars')
      .set({ ...failing, next_poll_at })
      .where('busy_calendar_id', '=', subjectId)
      .executeTakeFirst();
    // Told once: a calendar that was given up before is only read when the member checks it.
    const isLost = numUpdatedRows > 0n && next_poll_at === null && calendar.next_poll_at !== null;
    if (isLost) await queueMails(tx, clock, [{ kind: lostCalendarKind, userId, subjectId }]);
  });
}

/** Replaces the busy times of a calendar. The caller holds the schedule lock of its owner. */
export async function storeRanges(
  platform: Platform,
  tx: Tx,
  { busy_calendar_id, user_id }: Pick<CalendarRow, 'busy_calendar_id' | 'user_id'>,
  ranges: NonNullable<Reading['changed']>['ranges'],
): Promise<void> {
  await tx.deleteFrom('busy_ranges').where('busy_calendar_id', '=', busy_calendar_id).execute();
  await sql`
    INSERT INTO busy_ranges (busy_calendar_id, user_id, during)
    SELECT ${busy_calendar_id}::uuid, ${user_id}::uuid, tstzrange(starts_at, ends_at) FROM unnest(
      ${ranges.map(([start]) => new Date(start))}::timestamptz[],
      ${ranges.map(([, end]) => new Date(end))}::timestamptz[]
    ) AS busy (starts_at, ends_at)`.execute(tx);
  await hideBusySlots(platform, tx, user_id);
}

/** Applies busy times of calendars that hide to the slots ahead. The caller holds the schedule lock. */
export async function hideBusySlots({ clock }: Platform, tx: Tx, userId: string): Promise<void> {
  await sql`
    UPDATE schedule_slots SET is_buffered = NOT is_buffered
    WHERE user_id = ${userId} AND starts_at > ${clock.now()}
      AND is_buffered <> has_session_near(schedule_slot_id, user_id, starts_at, ends_at)`.execute(tx);
}
