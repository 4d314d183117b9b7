import { type BusyCalendar, busyCalendarsMax, busyCountDays } from '@parlance/contract/busy-calendars';
import { ApiError } from '@parlance/contract/errors';
import { filled } from '@parlance/contract/message';
import { sql } from 'kysely';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { lockSchedules } from './bookings.ts';
import { calendarAddress, findAddress, sealAddress } from './busy-address.ts';
import {
  type CalendarRow,
  hideBusySlots,
  loadMember,
  nextPollAt,
  refreshCalendar,
  storeRanges,
} from './busy-polling.ts';
import { readCalendar } from './busy-reading.ts';
import type { BusyRange } from './busy-times.ts';
import { countBusyAddition, countBusyChange, countBusyCheck } from './schedule-rates.ts';

const dayMs = 86_400_000;

interface CountedRow extends CalendarRow {
  busy_count: number;
}

export async function listBusyCalendars(
  platform: Platform,
  { userId }: Caller,
): Promise<{ isOffered: boolean; calendars: BusyCalendar[] }> {
  const rows = await readRows(platform, userId);
  return { isOffered: platform.config.busyCalendars, calendars: rows.map(toCalendar) };
}

async function readRows({ db, clock }: Platform, userId: string): Promise<CountedRow[]> {
  const now = clock.now();
  const until = new Date(now.getTime() + busyCountDays * dayMs);
  const { rows } = await sql<CountedRow>`
    SELECT calendar.*, (
      SELECT count(*) FROM busy_ranges AS busy
      WHERE busy.busy_calendar_id = calendar.busy_calendar_id AND busy.during && tstzrange(${now}, ${until})
    ) AS busy_count
    FROM busy_calendars AS calendar WHERE user_id = ${userId} ORDER BY created_at, busy_calendar_id`.execute(
    db,
  );
  return rows;
}

const toCalendar = (row: CountedRow): BusyCalendar => ({
  busyCalendarId: row.busy_calendar_id,
  host: row.host,
  state: row.failing_since === null ? 'read' : 'failing',
  readAt: row.read_at,
  failingSince: row.failing_since,
  hides: row.hides,
  busyCount: row.busy_count,
});

async function ownRow(platform: Platform, { userId }: Caller, calendarId: string): Promise<CountedRow> {
  const found = (await readRows(platform, userId)).find((row) => row.busy_calendar_id === calendarId);
  if (!found) throw new ApiError('ResourceNotFound');
  return found;
}

/** Reads a calendar and adds it. Idempotent: an address that is there already gives its calendar. */
export async function addBusyCalendar(
  platform: Platform,
  caller: Caller,
  { address: given }: { address: string },
): Promise<BusyCalendar> {
  refuseWhereOff(platform);
  const { userId } = caller;
  const address = calendarAddress(given);
  const present = await readRows(platform, userId);
  const known = findAddress(platform, present, address);
  if (known) return toCalendar(known);
  refuseAbove(present);
  await countBusyAddition(platform, userId);
  const { zone, lastActiveAt } = await loadMember(platform, userId);
  const startedAt = platform.clock.now();
  const { etag, changed } = await readCalendar(platform, { address, userId, zone, known: null }).catch(
    (error: unknown) => {
      // A full queue is no fault of the address.
      if (error instanceof ApiError && error.errorName !== 'FileInvalid') throw error;
      // One message for every cause: the answer must not tell which addresses of a network exist.
      throw new ApiError('FileInvalid', {
        message: 'No calendar could be read at this address. Please check that you copied all of it.',
      });
    },
  );
  if (!changed) throw new Error('a first reading has busy times');
  const reading: FirstReading = { etag, ...changed, zone, startedAt, lastActiveAt };
  return toCalendar(await ownRow(platform, caller, await storeCalendar(platform, userId, address, reading)));
}

interface FirstReading {
  etag: string | null;
  hash: string;
  ranges: BusyRange[];
  zone: string;
  startedAt: Date;
  lastActiveAt: Date | null;
}

/** Returns the id of the calendar, or of the one that a concurrent call has stored for the same address. */
async function storeCalendar(
  platform: Platform,
  userId: string,
  address: URL,
  { etag, hash, ranges, zone, startedAt, lastActiveAt }: FirstReading,
): Promise<string> {
  return platform.db.transaction().execute(async (tx) => {
    await lockSchedules(tx, [userId]);
    const present = await tx.selectFrom('busy_calendars').selectAll().where('user_id', '=', userId).execute();
    const same = findAddress(platform, present, address);
    if (same) return same.busy_calendar_id;
    refuseAbove(present);
    const now = platform.clock.now();
    const row = { busy_calendar_id: newId(platform.clock), user_id: userId };
    await tx
      .insertInto('busy_calendars')
      .values({
        ...row,
        sealed_address: sealAddress(platform, row.busy_calendar_id, address.href),
        host: address.hostname,
        etag,
        content_hash: hash,
        time_zone: zone,
        expanded_at: startedAt,
        read_at: now,
        next_poll_at: nextPollAt(now, { failures: 0, failing_since: null }, lastActiveAt),
        created_at: now,
      })
      .execute();
    await storeRanges(platform, tx, row, ranges);
    return row.busy_calendar_id;
  });
}

export async function setBusyCalendar(
  platform: Platform,
  caller: Caller,
  { busyCalendarId, hides }: { busyCalendarId: string; hides: boolean },
): Promise<BusyCalendar> {
  await countBusyChange(platform, caller.userId);
  await platform.db.transaction().execute(async (tx) => {
    await lockSchedules(tx, [caller.userId]);
    await tx
      .updateTable('busy_calendars')
      .set({ hides })
      .where('busy_calendar_id', '=', busyCalendarId)
      .where('user_id', '=', caller.userId)
      .execute();
    await hideBusySlots(platform, tx, caller.userId);
  });
  return toCalendar(await ownRow(platform, caller, busyCalendarId));
}

/** Reads a calendar now; also one that was given up. */
export async function checkBusyCalendar(
  platform: Platform,
  caller: Caller,
  { busyCalendarId }: { busyCalendarId: string },
): Promise<BusyCalendar> {
  refuseWhereOff(platform);
  const row = await ownRow(platform, caller, busyCalendarId);
  await countBusyCheck(platform, busyCalendarId);
  await refreshCalendar(platform, row, await loadMember(platform, caller.userId));
  return toCalendar(await ownRow(platform, caller, busyCalendarId));
}

export async function removeBusyCalendar(
  platform: Platform,
  { userId }: Caller,
  { busyCalendarId }: { busyCalendarId: string },
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    await lockSchedules(tx, [userId]);
    const { numDeletedRows } = await tx
      .deleteFrom('busy_calendars')
      .where('busy_calendar_id', '=', busyCalendarId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new ApiError('ResourceNotFound');
    await hideBusySlots(platform, tx, userId);
  });
}

function refuseAbove({ length }: CalendarRow[]): void {
  if (length < busyCalendarsMax) return;
  const limit = { max: busyCalendarsMax };
  throw new ApiError('NotAllowed', filled('You can have at most {max} other calendars.', limit));
}

function refuseWhereOff({ config }: Platform): void {
  if (!config.busyCalendars)
    throw new ApiError('NotAllowed', { message: 'Other calendars are turned off here.' });
}
