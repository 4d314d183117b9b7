import { sql } from 'kysely';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { demoUser } from './cast.ts';
import { as, tookPlace } from './story.ts';

/** The calls that repeat a session, next week or every week, and those that move one. */
export interface Agreements {
  bookAgain(platform: Platform, caller: Caller, session: { scheduleSlotId: string }): Promise<unknown>;
  meetWeekly(platform: Platform, caller: Caller, session: { scheduleSlotId: string }): Promise<unknown>;
  proposeMove(
    platform: Platform,
    caller: Caller,
    move: { scheduleSlotId: string; startsAt: Date },
  ): Promise<unknown>;
  answerMove(
    platform: Platform,
    caller: Caller,
    answer: { scheduleSlotId: string; accept: boolean },
  ): Promise<unknown>;
}

interface Asked {
  scheduleSlotId: string;
  partnerUserId: string;
  act: 'bookAgain' | 'meetWeekly';
}

const hourMs = 3_600_000;
const thinksMs = 4000;
/** Stops retrying a booking after this time. */
const triesForMs = 60_000;

/** Accepts pending requests of members to meet a partner again. */
export async function agreeToMeet(platform: Platform, agreements: Agreements): Promise<void> {
  const now = platform.clock.now().getTime();
  const { rows } = await sql<Asked>`
    SELECT asked.schedule_slot_id AS "scheduleSlotId", asked.partner_user_id AS "partnerUserId", asked.act
    FROM demo_people AS demo JOIN (
      SELECT schedule_slot_id, user_id, partner_user_id, asked_at, 'bookAgain' AS act FROM session_agains
      UNION ALL
      SELECT schedule_slot_id, user_id, partner_user_id, asked_at, 'meetWeekly' FROM weekly_asks
    ) AS asked ON asked.partner_user_id = demo.user_id
    WHERE demo.key <> ${demoUser.key}
      AND asked.asked_at BETWEEN ${new Date(now - triesForMs)} AND ${new Date(now - thinksMs)}`.execute(
    platform.db,
  );
  for (const { act, partnerUserId, scheduleSlotId } of rows)
    await tookPlace(agreements[act](platform, as(partnerUserId), { scheduleSlotId }));
}

/** Accepts other times that members suggest to a partner who booked them. */
export async function acceptMoves(platform: Platform, { answerMove }: Agreements): Promise<void> {
  const { rows } = await sql<{ scheduleSlotId: string; guestId: string }>`
    SELECT slot.schedule_slot_id AS "scheduleSlotId", slot.booked_by_user_id AS "guestId"
    FROM demo_people AS demo JOIN schedule_slots AS slot ON slot.booked_by_user_id = demo.user_id
    WHERE demo.key <> ${demoUser.key} AND slot.proposed_starts_at > ${platform.clock.now()}
      AND slot.proposed_sequence = slot.sequence AND slot.starts_at > ${platform.clock.now()}`.execute(
    platform.db,
  );
  for (const { scheduleSlotId, guestId } of rows)
    await tookPlace(answerMove(platform, as(guestId), { scheduleSlotId, accept: true }));
}

/** How much later a partner would like to meet; the first time at which both are free. */
const laterByHours = [24, 26, 48, 50];

/** Lets one partner suggest another time, once for each session that the demo account has booked with them. */
export async function suggestOtherTime(
  platform: Platform,
  { proposeMove }: Agreements,
  { me, partner }: { me: string; partner: string },
): Promise<void> {
  const session = await platform.db
    .selectFrom('schedule_slots')
    .select(['schedule_slot_id', 'starts_at'])
    .where('user_id', '=', partner)
    .where('booked_by_user_id', '=', me)
    .where('starts_at', '>', new Date(platform.clock.now().getTime() + hourMs))
    .where('proposed_sequence', 'is', null)
    .orderBy('starts_at')
    .executeTakeFirst();
  if (!session) return;
  for (const hours of laterByHours) {
    const startsAt = new Date(session.starts_at.getTime() + hours * hourMs);
    const move = { scheduleSlotId: session.schedule_slot_id, startsAt };
    if (await tookPlace(proposeMove(platform, as(partner), move))) return;
  }
}
