import type { PayloadOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import {
  type Appointment,
  type listSlots as listSlotsCall,
  type OwnScheduleSlot,
  slotListLookBackMs,
} from '@parlance/contract/schedule';
import { seriesWeeksAhead } from '@parlance/contract/series';
import { listLimitDefault } from '@parlance/contract/text';
import { type RawBuilder, sql } from 'kysely';
import { isBookable } from '#domain/bookable';
import { loadBaseProfiles } from '#people/people';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { loadOutcomes } from '#trust/trust';
import { loadAgainOffers } from './again.ts';
import { loadWeekly } from './series-offers.ts';
import { openProposal, type SlotRow, toOwnSlot, toSlot } from './slot-row.ts';

/** Part of a list; `start` defaults to two hours ago. */
type ListPart = PayloadOf<typeof listSlotsCall>;

/** A slot from the viewpoint of a viewer. */
interface ListedRow extends SlotRow {
  hides_booker: boolean | null;
  clashes: boolean | null;
}

/** Maximum distance of future sessions of a series, in weeks. */
const weeksBetweenMax = seriesWeeksAhead + 1;

interface SlotPage<Slot> {
  count: number;
  slots: Slot[];
}

/** The caller's own slots, soonest first. */
export async function listOwnSlots(
  platform: Platform,
  caller: Caller,
  part: ListPart,
): Promise<SlotPage<OwnScheduleSlot>> {
  const page = await readPage(platform, caller, part, 'schedule_slots', sql`user_id = ${caller.userId}`);
  return withBookers(platform, page, toOwnSlot);
}

/** Booked slots with the caller as owner or booker, soonest first. */
export async function listAppointments(
  platform: Platform,
  caller: Caller,
  part: ListPart,
): Promise<SlotPage<Appointment>> {
  const { count, slots } = await readPage(
    platform,
    caller,
    part,
    'schedule_sessions',
    sql`user_id = ${caller.userId}`,
  );
  return { count, slots: await toAppointments(platform, caller.userId, slots) };
}

/** Booked slots as one of their members sees them. */
export async function toAppointments(
  platform: Platform,
  userId: string,
  slots: (SlotRow & Partial<Pick<ListedRow, 'clashes'>>)[],
): Promise<Appointment[]> {
  const now = platform.clock.now();
  const profiles = await profilesOf(platform, slots);
  const slotIds = slots.map(({ schedule_slot_id }) => schedule_slot_id);
  const outcomes = await loadOutcomes(platform, userId, slotIds);
  const offers = await loadAgainOffers(platform, userId, slotIds);
  const series = await loadWeekly(platform, userId, slotIds);
  return slots.flatMap((slot) => {
    const user = profiles.get(slot.user_id);
    const bookedByUser = profiles.get(slot.booked_by_user_id ?? '');
    // An account that was just deleted took its sessions with it.
    if (!user || !bookedByUser) return [];
    const outcome = outcomes.get(slot.schedule_slot_id) ?? null;
    const again = offers.get(slot.schedule_slot_id) ?? null;
    const weekly = series.get(slot.schedule_slot_id) ?? null;
    const proposedStartsAt = openProposal(slot, now);
    const offered = { outcome, again, weekly, proposedStartsAt };
    return [{ ...toSlot(slot), ...clashOf(slot), user, bookedByUser, ...offered }];
  });
}

/**
 * A member's slots, soonest first. Visitors see bookable ones; blocked members none. Other members see neither free slots that cannot be
 * booked nor bookings that name a member they are blocked with. Past sessions are visible to their two members only; a booker who hides
 * bookings is not named.
 */
export async function listSlots(
  platform: Platform,
  viewer: Caller | null,
  { userId, ...part }: ListPart & { userId: string },
): Promise<SlotPage<OwnScheduleSlot>> {
  if (viewer?.userId === userId) return listOwnSlots(platform, viewer, part);
  const isBlocked = (other: RawBuilder<unknown>) =>
    sql`EXISTS (SELECT FROM blocks_between(${viewer?.userId ?? null}, ${other}))`;
  const owner = await sql<{ is_blocked: boolean }>`
    SELECT ${isBlocked(sql`users.user_id`)} AS is_blocked FROM users
    WHERE user_id = ${userId} AND banned_at IS NULL`.execute(platform.db);
  if (!owner.rows[0]) throw new ApiError('UserNotFound');
  if (owner.rows[0].is_blocked) return { count: 0, slots: [] };

  const now = platform.clock.now();
  // An unnamed booking stays visible to a viewer blocked with the booker: its disappearance after a block would reveal the booker.
  const isVisible = viewer
    ? sql`CASE WHEN booked_by_user_id IS NULL THEN ${isBookable('entry', now)}
        WHEN entry.ends_at <= ${now} THEN booked_by_user_id = ${viewer.userId}
        ELSE NOT (${isBlocked(sql`entry.booked_by_user_id`)} AND ${isBookerNamed(sql`entry`, now)}) END`
    : isBookable('entry', now);
  const fits = sql`entry.user_id = ${userId} AND ${isVisible}`;
  const isHidden = sql`slot.booked_by_user_id <> ${viewer?.userId ?? null} AND NOT ${isBookerNamed(sql`slot`, now)}`;
  return withBookers(platform, await readPage(platform, viewer, part, 'schedule_slots', fits, isHidden));
}

/**
 * Whether others see the booker: by the booker's setting, and in a weekly series only on the next session, since later ones would reveal a
 * timetable. Future sessions are few weeks apart, so few rows are read whatever the age of the series.
 */
const isBookerNamed = (slot: RawBuilder<unknown>, now: Date) => sql`(
  (SELECT shows_bookings FROM users AS booker WHERE booker.user_id = ${slot}.booked_by_user_id)
  AND NOT EXISTS (
    SELECT FROM schedule_slots AS session
    WHERE session.starts_at < ${slot}.starts_at AND session.ends_at > ${now} AND session.schedule_slot_id = ANY (ARRAY(
      SELECT near.schedule_slot_id FROM series_weeks AS week
      JOIN series_weeks AS near ON near.series_id = week.series_id
        AND near.week BETWEEN week.week - ${weeksBetweenMax}::integer AND week.week + ${weeksBetweenMax}::integer
      WHERE week.schedule_slot_id = ${slot}.schedule_slot_id))))`;

/** Count and page in one statement, hence one snapshot; a page beyond the end still has the count. */
async function readPage(
  { db, clock }: Platform,
  viewer: Caller | null,
  part: ListPart,
  table: 'schedule_slots' | 'schedule_sessions',
  fits: RawBuilder<unknown>,
  isHidden: RawBuilder<unknown> = sql`false`,
): Promise<SlotPage<ListedRow>> {
  const { limit = listLimitDefault, offset = 0 } = part;
  const now = clock.now();
  const start = part.start ?? new Date(now.getTime() - slotListLookBackMs);
  const clashes = viewer
    ? sql`slot.ends_at > ${now} AND EXISTS (SELECT FROM busy_ranges AS busy WHERE busy.user_id = ${viewer.userId}
        AND busy.during && tstzrange(slot.starts_at, slot.ends_at))`
    : sql`false`;
  const entries = sql`FROM ${sql.table(table)} AS entry WHERE entry.starts_at >= ${start} AND ${fits}`;
  const { rows } = await sql<ListedRow & { count: number }>`
    SELECT total.count, slot.*, ${isHidden} AS hides_booker, ${clashes} AS clashes FROM (SELECT count(*) AS count ${entries}) AS total
    LEFT JOIN (
      SELECT schedule_slot_id ${entries} ORDER BY starts_at, schedule_slot_id LIMIT ${limit} OFFSET ${offset}
    ) AS page ON true
    LEFT JOIN schedule_slots AS slot ON slot.schedule_slot_id = page.schedule_slot_id
    ORDER BY slot.starts_at, slot.schedule_slot_id
  `.execute(db);
  return { count: rows[0]?.count ?? 0, slots: rows.filter((row) => row.schedule_slot_id !== null) };
}

async function withBookers(
  platform: Platform,
  { count, slots }: SlotPage<ListedRow>,
  show: typeof toSlot = toSlot,
): Promise<SlotPage<OwnScheduleSlot>> {
  const profiles = await profilesOf(
    platform,
    slots.filter((slot) => !slot.hides_booker),
  );
  return {
    count,
    slots: slots.map((slot) => ({
      ...show(slot),
      ...clashOf(slot),
      ...(slot.hides_booker ? { bookedByUserId: null } : {}),
      bookedByUser: slot.hides_booker ? null : (profiles.get(slot.booked_by_user_id ?? '') ?? null),
    })),
  };
}

/** Part of a slot for a viewer whose external calendar is busy then. */
const clashOf = ({ clashes }: Partial<Pick<ListedRow, 'clashes'>>) => (clashes ? { clashes: true } : {});

function profilesOf(platform: Platform, slots: SlotRow[]): ReturnType<typeof loadBaseProfiles> {
  const booked = slots.filter((slot) => slot.booked_by_user_id !== null);
  const ids = booked.flatMap((slot) => [slot.user_id, slot.booked_by_user_id as string]);
  return loadBaseProfiles(platform.db, [...new Set(ids)]);
}
