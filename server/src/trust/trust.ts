import { ApiError } from '@parlance/contract/errors';
import type { OwnOutcome, SessionAnswer } from '@parlance/contract/reliability';
import { answerableMs } from '@parlance/contract/trust';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#domain/tables.generated';
import { type Tx, transact } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import type { Caller } from '#platform/serve';

export { readAnswering } from './answering.ts';
export { lookUpRecord } from './record.ts';

const hourMs = 3_600_000;
/** More than real use; each answer recomputes two members' records. */
const answersAnHour = 60;

/** A past session from the viewpoint of one of its members. */
interface EndedSession {
  partner_user_id: string;
  ends_at: Date;
  is_blocked: boolean;
}

/** Answers whether a session took place. A repeat has no effect; a changed answer starts its own 72 hours. */
export async function answerOutcome(
  platform: Platform,
  { userId }: Caller,
  { scheduleSlotId, answer }: { scheduleSlotId: string; answer: SessionAnswer },
): Promise<void> {
  const { db, clock, limits } = platform;
  const now = clock.now();
  await answerableSession(db, scheduleSlotId, userId, now);
  refuseOver(await limits.take([{ key: `outcome:${userId}`, limit: answersAnHour, windowMs: hourMs }]));
  await transact(platform, async (tx) => {
    const { partner_user_id, ends_at } = await answerableSession(tx, scheduleSlotId, userId, now);
    // Locks the users first, as in a deletion; one of them may be gone.
    const people = [userId, partner_user_id];
    const there = await sql`
      SELECT FROM users WHERE user_id = ANY (${people}::uuid[]) ORDER BY user_id FOR KEY SHARE`.execute(tx);
    if (there.rows.length < people.length) throw new ApiError('ResourceNotFound');
    await tx
      .insertInto('session_outcomes')
      .values({
        schedule_slot_id: scheduleSlotId,
        user_id: userId,
        partner_user_id,
        answer,
        ends_at,
        answered_at: now,
        changed_at: now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['schedule_slot_id', 'user_id'])
          .doUpdateSet({ answer, changed_at: now })
          .where('session_outcomes.answer', '<>', answer),
      )
      .execute();
    await decideAnew(tx, now, people);
    const answered = { userId, partnerUserId: partner_user_id };
    const afterCommit = [
      await platform.effects.run(platform, tx, 'outcomeAnswered', answered),
      await platform.effects.run(platform, tx, 'userProfileChanged', { userId }),
      await platform.effects.run(platform, tx, 'userProfileChanged', { userId: partner_user_id }),
    ];
    return async () => {
      for (const act of afterCommit) await act();
    };
  });
}

async function findSession(
  db: Kysely<Tables>,
  scheduleSlotId: string,
  userId: string,
): Promise<EndedSession | undefined> {
  const { rows } = await sql<EndedSession>`
    SELECT session.*, EXISTS (SELECT FROM blocks_between(${userId}::uuid, session.partner_user_id)) AS is_blocked
    FROM (
      SELECT ends_at, CASE user_id WHEN ${userId} THEN booked_by_user_id ELSE user_id END AS partner_user_id
      FROM schedule_slots
      WHERE schedule_slot_id = ${scheduleSlotId} AND booked_by_user_id IS NOT NULL
        AND ${userId} IN (user_id, booked_by_user_id)
    ) AS session`.execute(db);
  return rows[0];
}

/** A past session of the caller with a member who is not blocked, and whether it can still be answered. */
export async function endedSession(
  db: Kysely<Tables>,
  scheduleSlotId: string,
  userId: string,
  now: Date,
): Promise<EndedSession & { isAnswerable: boolean }> {
  const session = await findSession(db, scheduleSlotId, userId);
  if (!session) throw new ApiError('ResourceNotFound');
  if (session.is_blocked) throw new ApiError('UserIsBlocked');
  if (session.ends_at > now) throw new ApiError('NotAllowed', { message: 'This session is not over yet.' });
  return { ...session, isAnswerable: isAnswerable(session.ends_at, now) };
}

/** The same, refused after the deadline. */
export async function answerableSession(...asked: Parameters<typeof endedSession>): Promise<EndedSession> {
  const session = await endedSession(...asked);
  if (!session.isAnswerable) {
    throw new ApiError('NotAllowed', { message: 'This session is too long ago.' });
  }
  return session;
}

export const isAnswerable = (endsAt: Date, now: Date): boolean =>
  now.getTime() - endsAt.getTime() < answerableMs;

/** Queues a recomputation of these members' cards by one node. */
export async function decideAnew(tx: Tx, now: Date, userIds: string[]): Promise<void> {
  await sql`
    INSERT INTO record_turns (user_id, look_at)
    SELECT user_id, ${now} FROM unnest(${userIds}::uuid[]) AS user_id ORDER BY user_id
    ON CONFLICT (user_id) DO UPDATE SET look_at = excluded.look_at`.execute(tx);
}

/** A member's answers by slot; none for sessions that are not over or with a blocked member. */
export async function loadOutcomes(
  { db, clock }: Platform,
  userId: string,
  scheduleSlotIds: string[],
): Promise<Map<string, OwnOutcome>> {
  if (scheduleSlotIds.length === 0) return new Map();
  const now = clock.now();
  const { rows } = await sql<{ schedule_slot_id: string; ends_at: Date; answer: SessionAnswer | null }>`
    SELECT slot.schedule_slot_id, slot.ends_at, own.answer FROM schedule_slots AS slot
    LEFT JOIN session_outcomes AS own
      ON own.schedule_slot_id = slot.schedule_slot_id AND own.user_id = ${userId}
    WHERE slot.schedule_slot_id = ANY (${scheduleSlotIds}::uuid[]) AND slot.ends_at <= ${now}
      AND NOT EXISTS (SELECT FROM blocks_between(slot.user_id, slot.booked_by_user_id))`.execute(db);
  return new Map(
    rows.map((row) => [row.schedule_slot_id, { answer: row.answer, isOpen: isAnswerable(row.ends_at, now) }]),
  );
}
