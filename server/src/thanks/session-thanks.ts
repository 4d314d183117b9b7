import type { SessionThanks } from '@parlance/contract/thanks';
import { sql } from 'kysely';
import { loadBaseProfiles } from '#people/people';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { endedSession, isAnswerable } from '#trust/trust';
import { type ThanksRow, toGiven, toThanks } from './thanks-row.ts';

/** Both sides of a session, as far as the caller can read them. */
export async function getSessionThanks(
  platform: Platform,
  { userId }: Caller,
  scheduleSlotId: string,
): Promise<SessionThanks> {
  await endedSession(platform.db, scheduleSlotId, userId, platform.clock.now());
  const thanks = await loadSessionThanks(platform, userId, [scheduleSlotId]);
  // A block or a deletion since the check.
  return thanks.get(scheduleSlotId) ?? { isOpen: false, given: null, received: null };
}

/** Both sides of ended sessions by slot, as far as the member can read them; none where one of the two has blocked the other. */
export async function loadSessionThanks(
  { db, clock }: Platform,
  userId: string,
  slotIds: string[],
): Promise<Map<string, SessionThanks>> {
  if (slotIds.length === 0) return new Map();
  const now = clock.now();
  const { rows: open } = await sql<{ schedule_slot_id: string; ends_at: Date }>`
    SELECT schedule_slot_id, ends_at FROM schedule_slots AS slot
    WHERE schedule_slot_id = ANY (${slotIds}::uuid[])
      AND NOT EXISTS (SELECT FROM blocks_between(slot.user_id, slot.booked_by_user_id))`.execute(db);
  const given = await db
    .selectFrom('session_thanks')
    .select(['schedule_slot_id', 'words', 'text', 'given_at', 'shown_at', 'removed_at'])
    .where('schedule_slot_id', 'in', slotIds)
    .where('user_id', '=', userId)
    .execute();
  const { rows: received } = await sql<ThanksRow>`
    SELECT * FROM shown_thanks(${userId}, ${userId}, ${now})
    WHERE schedule_slot_id = ANY (${slotIds}::uuid[])`.execute(db);
  const authors = await loadBaseProfiles(
    db,
    received.map(({ user_id }) => user_id),
  );
  return new Map(
    open.map(({ schedule_slot_id, ends_at }) => {
      const own = given.find((row) => row.schedule_slot_id === schedule_slot_id);
      const theirs = received.filter((row) => row.schedule_slot_id === schedule_slot_id);
      return [
        schedule_slot_id,
        {
          isOpen: isAnswerable(ends_at, now) && !(own && own.shown_at <= now),
          given: own && own.removed_at === null ? toGiven(own, now) : null,
          received: toThanks(theirs, authors, userId)[0] ?? null,
        },
      ];
    }),
  );
}
