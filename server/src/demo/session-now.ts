import { ApiError } from '@parlance/contract/errors';
import { sql } from 'kysely';
import { type Arrival, joinCall } from '#call/call';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import { bookSlot } from '#schedule/schedule';
import { demoUser } from './cast.ts';
import { as, platformAt, tookPlace } from './story.ts';

const quarterMs = 15 * 60_000;
const sessionMs = 2 * quarterMs;
/** No new session is offered for this time after one was tried. */
const pauseMs = 6 * 3_600_000;
const partnerKey = 'mateo';

/** The last full quarter hour: a started session can be joined everywhere, and at least a quarter hour of it remains. */
const startNow = (now: number): number => Math.floor(now / quarterMs) * quarterMs;

/** Books a session of the demo account that can be joined at once, unless one is current or within the pause. */
export async function bookSessionNow(
  platform: Platform,
  community: Map<string, string>,
  pause: 'now' | 'within hours',
): Promise<void> {
  const [me, partner] = [community.get(demoUser.key), community.get(partnerKey)];
  if (me === undefined || partner === undefined) return;
  const now = platform.clock.now().getTime();
  const startsAt = new Date(startNow(now));
  const endsAt = new Date(startsAt.getTime() + sessionMs);
  const since = new Date(pause === 'now' ? startsAt : now - pauseMs);
  const { rows: busy } = await sql`
    SELECT FROM schedule_sessions WHERE user_id IN (${me}, ${partner})
      AND tstzrange(starts_at, ends_at) && tstzrange(${since}, ${endsAt})`.execute(platform.db);
  if (busy.length > 0) return;
  const scheduleSlotId = newId(platform.clock);
  const earlier = platformAt(platform, startsAt.getTime() - quarterMs);
  const { rows: made } = await sql`
    INSERT INTO schedule_slots (schedule_slot_id, user_id, starts_at, ends_at, duration, created_at, updated_at)
    VALUES (${scheduleSlotId}, ${partner}, ${startsAt}, ${endsAt}, ${sessionMs / 60_000},
      ${earlier.clock.now()}, ${earlier.clock.now()})
    ON CONFLICT DO NOTHING RETURNING schedule_slot_id`.execute(platform.db);
  if (made.length > 0) await tookPlace(bookSlot(earlier, as(me), { userId: partner, scheduleSlotId }));
}

/** Seats a demo partner for a second peer of the visitor's page. Real members and the demo account are never simulated. */
export async function playPartner(platform: Platform, arrival: Arrival) {
  const { caller, payload } = arrival;
  const { rows } = await sql<{ user_id: string }>`
    SELECT invented.user_id FROM schedule_slots AS slot JOIN demo_people AS invented
      ON invented.user_id IN (slot.user_id, slot.booked_by_user_id) AND invented.user_id <> ${caller.userId}
    WHERE schedule_slot_id = ${payload.scheduleSlotId} AND invented.key <> ${demoUser.key}
      AND ${caller.userId} IN (slot.user_id, slot.booked_by_user_id)`.execute(platform.db);
  const [invented] = rows;
  if (!invented) throw new ApiError('ResourceNotFound');
  return joinCall(platform, { ...arrival, seatUserId: invented.user_id });
}
