import {
  type BusyCalendar,
  busyCalendarsMax,
  busyCountDays,
  busySpanMaxDays,
} from '@parlance/contract/busy-calendars';
import { ApiError } from '@parlance/contract/errors';
import { filled, says } from '@parlance/contract/message';
import { word } from '@parlance/words/word';
import { sql } from 'kysely';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { lockSchedules } from './bookings.ts';
import { calendarAddress, openAddress, sealAddress } from './busy-address.ts';
import {
  type CalendarRow,
  hideBusySlots,
  loadMember,
  nextPollAt,
  refreshCalendar,
  storeRanges,
} from './busy-polling.ts';
import { readCalendar } from './busy-reading.ts';
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
  const known = findAddress(platform, await readRows(platform, userId), address);
  if (known) return toCalendar(known);
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
  const busyCalendarId = newId(platform.clock);
  await platform.db.transaction().execute(async (tx) => {
    await lockSchedules(tx, [userId]);
    const present = await tx
      .selectFrom('busy_calendars')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (present.count >= busyCalendarsMax) {
      const limit = { max: busyCalendarsMax };
      throw new ApiError('NotAllowed', filled('You can have at most {max} other calendars.', limit));
    }
    const now = platform.clock.now();
    await tx
      .insertInto('busy_calendars')
      .values({
        busy_calendar_id: busyCalendarId,
        user_id: userId,
        sealed_address: sealAddress(platform, busyCalendarId, address.href),
        host: address.hostname,
        etag,
        content_hash: changed.hash,
        time_zone: zone,
        expanded_at: startedAt,
        read_at: now,
        next_poll_at: nextPollAt(now, { failures: 0, failing_since: null }, lastActiveAt),
        created_at: now,
      })
      .execute();
    const row = { busy_calendar_id: busyCalendarId, user_id: userId };
    await storeRanges(platform, tx, row, changed.ranges);
  });
  return toCalendar(await ownRow(platform, caller, busyCalendarId));
}

function findAddress(platform: Platform, rows: CountedRow[], { href }: URL): CountedRow | undefined {
  return rows.find((row) => {
    try {
      return openAddress(platform, row.busy_calendar_id, row.sealed_address) === href;
    } catch {
      // Sealed under another secret.
      return false;
    }
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

/** The caller's busy times that overlap a time span. */
export async function listBusyTimes(
  { db }: Platform,
  { userId }: Caller,
  { start, end }: { start: Date; end: Date },
): Promise<{ ranges: { startsAt: Date; endsAt: Date }[] }> {
  const problem =
    end <= start
      ? word('Must be after the start')
      : end.getTime() - start.getTime() > busySpanMaxDays * dayMs
        ? says('Must be within {days} days', { days: busySpanMaxDays })
        : null;
  if (problem) throw new ApiError('RequestDataInvalid', { fields: { end: problem } });
  const { rows } = await sql<{ startsAt: Date; endsAt: Date }>`
    SELECT lower(busy) AS "startsAt", upper(busy) AS "endsAt" FROM (
      SELECT unnest(range_agg(during)) AS busy FROM busy_ranges
      WHERE user_id = ${userId} AND during && tstzrange(${start}, ${end})
    ) AS merged ORDER BY busy`.execute(db);
  return { ranges: rows };
}

function refuseWhereOff({ config }: Platform): void {
  if (!config.busyCalendars)
    throw new ApiError('NotAllowed', { message: 'Other calendars are turned off here.' });
}
