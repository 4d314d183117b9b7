import { sql } from 'kysely';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { demoUser } from './cast.ts';
import { as, tookPlace } from './story.ts';

/** The calls that repeat a session: next week, or every week. */
export interface Agreements {
  bookAgain(platform: Platform, caller: Caller, session: { scheduleSlotId: string }): Promise<unknown>;
  meetWeekly(platform: Platform, caller: Caller, session: { scheduleSlotId: string }): Promise<unknown>;
}

interface Asked {
  scheduleSlotId: string;
  partnerUserId: string;
  act: keyof Agreements;
}

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
