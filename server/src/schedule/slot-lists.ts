import type { PayloadOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import {
  type Appointment,
  type listSlots as listSlotsCall,
  type OwnScheduleSlot,
  slotListLookBackMs,
} from '@parlance/contract/schedule';
import { listLimitDefault } from '@parlance/contract/text';
import { type RawBuilder, sql } from 'kysely';
import { loadBaseProfiles } from '#people/people';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { loadOutcomes } from '#trust/trust';
import { loadAgainOffers } from './again.ts';
import { loadWeekly } from './series-offers.ts';
import { type SlotRow, toSlot } from './slot-row.ts';

/** Which part of a list; `start` is two hours ago when nobody says. */
type ListPart = PayloadOf<typeof listSlotsCall>;

interface SlotPage<Slot> {
  count: number;
  slots: Slot[];
}

/** One's own slots, soonest first. */
export async function listOwnSlots(
  platform: Platform,
  caller: Caller,
  part: ListPart,
): Promise<SlotPage<OwnScheduleSlot>> {
  const page = await readPage(platform, part, 'schedule_slots', sql`user_id = ${caller.userId}`);
  return withBookers(platform, page);
}

/** Booked slots where one is owner or booker, soonest first. */
export async function listAppointments(
  platform: Platform,
  caller: Caller,
  part: ListPart,
): Promise<SlotPage<Appointment>> {
  const { count, slots } = await readPage(
    platform,
    part,
    'schedule_sessions',
    sql`user_id = ${caller.userId}`,
  );
  const profiles = await profilesOf(platform, slots);
  const slotIds = slots.map(({ schedule_slot_id }) => schedule_slot_id);
  const outcomes = await loadOutcomes(platform, caller.userId, slotIds);
  const offers = await loadAgainOffers(platform, caller.userId, slotIds);
  const series = await loadWeekly(platform, caller.userId, slotIds);
  return {
    count,
    slots: slots.flatMap((slot) => {
      const user = profiles.get(slot.user_id);
      const bookedByUser = profiles.get(slot.booked_by_user_id ?? '');
      // An account that was deleted a moment ago took its sessions with it.
      if (!user || !bookedByUser) return [];
      const outcome = outcomes.get(slot.schedule_slot_id) ?? null;
      const again = offers.get(slot.schedule_slot_id) ?? null;
      const weekly = series.get(slot.schedule_slot_id) ?? null;
      return [{ ...toSlot(slot), user, bookedByUser, outcome, again, weekly }];
    }),
  };
}

/**
 * A person's slots, soonest first. Visitors see the free ones; people blocked with the owner none; nobody but the owner
 * sees a free slot during which the owner has another session, or a booking by somebody they are blocked with. Who met whom
 * is for the two alone once the session is over.
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

  const isOwnerFree = sql`NOT EXISTS (
    SELECT FROM schedule_sessions AS session WHERE session.user_id = ${userId}
      AND tstzrange(session.starts_at, session.ends_at) && tstzrange(entry.starts_at, entry.ends_at))`;
  const isVisible = viewer
    ? sql`CASE WHEN booked_by_user_id IS NULL THEN ${isOwnerFree}
        WHEN entry.ends_at <= ${platform.clock.now()} THEN booked_by_user_id = ${viewer.userId}
        ELSE NOT ${isBlocked(sql`entry.booked_by_user_id`)} END`
    : sql`booked_by_user_id IS NULL AND ${isOwnerFree}`;
  const fits = sql`entry.user_id = ${userId} AND ${isVisible}`;
  return withBookers(platform, await readPage(platform, part, 'schedule_slots', fits));
}

/** The count and the page in one statement, so from one snapshot; a page beyond the end still knows the count. */
async function readPage(
  { db, clock }: Platform,
  part: ListPart,
  table: 'schedule_slots' | 'schedule_sessions',
  fits: RawBuilder<unknown>,
): Promise<SlotPage<SlotRow>> {
  const { limit = listLimitDefault, offset = 0 } = part;
  const start = part.start ?? new Date(clock.now().getTime() - slotListLookBackMs);
  const entries = sql`FROM ${sql.table(table)} AS entry WHERE entry.starts_at >= ${start} AND ${fits}`;
  const { rows } = await sql<SlotRow & { count: number }>`
    SELECT total.count, slot.* FROM (SELECT count(*) AS count ${entries}) AS total
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
  { count, slots }: SlotPage<SlotRow>,
): Promise<SlotPage<OwnScheduleSlot>> {
  const profiles = await profilesOf(platform, slots);
  return {
    count,
    slots: slots.map((slot) => ({
      ...toSlot(slot),
      bookedByUser: profiles.get(slot.booked_by_user_id ?? '') ?? null,
    })),
  };
}

function profilesOf(platform: Platform, slots: SlotRow[]): ReturnType<typeof loadBaseProfiles> {
  const booked = slots.filter((slot) => slot.booked_by_user_id !== null);
  const ids = booked.flatMap((slot) => [slot.user_id, slot.booked_by_user_id as string]);
  return loadBaseProfiles(platform.db, [...new Set(ids)]);
}
