import { sql } from 'kysely';
import { announceAgain } from '#chat/chat';
import { contactRules } from '#platform/contact-rules';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { type NewPush, queuePushes } from '#platform/push-queue';
import { backfillTrust } from './backfill.ts';
import { countHold, refreshStanding } from './penalties.ts';

const everySeconds = 30;
const hourMs = 3_600_000;
const countedMs = 30 * 24 * hourMs;
/** As of the pushes of new messages. */
const pushLastsMs = 24 * hourMs;
const sendersAtOnce = 50;
const membersAtOnce = 200;

/** Time passes for standings and requests. */
export function contactJobs(platform: Platform): void {
  platform.jobs.every(everySeconds, 'first contacts', async () => {
    while (await backfillTrust(platform)) {}
    await growTrust(platform);
    while (await purgePenalties(platform)) {}
    await endOldHolds(platform);
    while (await promoteRequests(platform)) {}
  });
}

/** Members with enough credited answers are trusted from the age of `trustDays` on. Waits for no row: a batch of messages locks several. */
async function growTrust({ db, clock, config }: Platform): Promise<void> {
  const now = clock.now();
  const { trustDays, trustCredits, trustPoints } = config.contact;
  const oldEnough = new Date(now.getTime() - trustDays * 24 * hourMs);
  await sql`
    UPDATE contact_standing SET trusted_since = ${now} WHERE user_id IN (
      SELECT standing.user_id FROM contact_standing AS standing JOIN users AS member USING (user_id)
      WHERE standing.trusted_since IS NULL
        AND standing.credits >= ${trustCredits} AND standing.points < ${trustPoints}
        AND member.created_at <= ${oldEnough}
      FOR UPDATE OF standing SKIP LOCKED
    )`.execute(db);
}

/** Deletes penalties that count no more, and computes the points of their senders anew. Returns whether there may be more. */
async function purgePenalties(platform: Platform): Promise<boolean> {
  const oldest = new Date(platform.clock.now().getTime() - countedMs);
  return platform.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ sender_user_id: string }>`
      DELETE FROM contact_penalties WHERE (sender_user_id, by_user_id, kind) IN (
        SELECT sender_user_id, by_user_id, kind FROM contact_penalties WHERE created_at <= ${oldest}
        ORDER BY created_at LIMIT ${membersAtOnce} FOR UPDATE SKIP LOCKED
      ) RETURNING sender_user_id`.execute(tx);
    const senders = new Set(rows.map(({ sender_user_id }) => sender_user_id));
    for (const sender of [...senders].toSorted()) await refreshStanding(platform, tx, sender);
    await sql`DELETE FROM contact_bookings WHERE created_at <= ${oldest}`.execute(tx);
    await sql`DELETE FROM contact_protections WHERE until <= ${oldest}`.execute(tx);
    return rows.length === membersAtOnce;
  });
}

/** A hold that was not reviewed in time becomes a restriction; its case stays open, so that no other hold begins. */
async function endOldHolds(platform: Platform): Promise<void> {
  const now = platform.clock.now();
  const { holdHours } = platform.config.contact;
  const { rows } = await sql`
    UPDATE contact_standing SET held_at = null,
      limited_until = greatest(limited_until, restricted_until, ${now}::timestamptz + interval '7 days')
    WHERE user_id IN (
      SELECT user_id FROM contact_standing WHERE held_at <= ${new Date(now.getTime() - holdHours * hourMs)}
      FOR UPDATE SKIP LOCKED
    ) RETURNING user_id`.execute(platform.db);
  for (const _ of rows) countHold(platform, 'expired');
}

/** Requests that can be promoted. The age limit keeps requests of senders without answers from being read for ever. */
const isWaiting = (now: Date) => sql<boolean>`
  seat.is_request AND seat.awaits_quota AND NOT seat.is_hidden
  AND seat.last_message_at > ${new Date(now.getTime() - countedMs)}`;

/**
 * Notifies recipients of requests that were silent because of volume only, once the sender has quota and one answer. Oldest first; one
 * node handles a sender at a time. Returns whether there may be more.
 */
async function promoteRequests(platform: Platform): Promise<boolean> {
  const now = platform.clock.now();
  const rules = contactRules(platform);
  const handled = await platform.db.transaction().execute(async (tx) => {
    const { rows: senders } = await sql<Sender>`
      SELECT standing.user_id, state.state, contact_quota(standing.user_id, state.state, ${now}, ${rules}::jsonb)
        - contacts_used(standing.user_id, ${now}) AS room
      FROM contact_standing AS standing
      CROSS JOIN LATERAL contact_state(standing.user_id, ${now}, ${rules}::jsonb) AS state
      WHERE standing.user_id IN (
        SELECT seat.partner_user_id FROM conversation_members AS seat WHERE ${isWaiting(now)}
      ) AND EXISTS (
        SELECT FROM conversations AS answered
        WHERE answered.started_by_user_id = standing.user_id AND answered.answered_at > ${new Date(now.getTime() - countedMs)}
      ) AND contact_quota(standing.user_id, state.state, ${now}, ${rules}::jsonb) > contacts_used(standing.user_id, ${now})
      ORDER BY standing.user_id LIMIT ${sendersAtOnce} FOR UPDATE OF standing SKIP LOCKED`.execute(tx);
    const requests: Handled[] = [];
    for (const sender of senders) requests.push(...(await promoteOf(tx, sender, now)));
    // The push that was queued with the message was dropped, because it was a request then.
    const promoted = requests.filter(({ is_kept }) => !is_kept);
    await queuePushes(tx, platform.clock, promoted.map(toPush(now)));
    return requests;
  });
  for (const { is_kept, last_message_id } of handled) await announceAgain(platform, last_message_id, is_kept);
  return handled.length > 0;
}

interface Sender {
  user_id: string;
  state: string;
  /** How many first contacts may still be notified. */
  room: number;
}

interface Handled {
  user_id: string;
  partner_user_id: string;
  conversation_id: string;
  last_message_id: string;
  /** It stays a request: another reason than the volume applies now, or the recipient declined or wants to be asked. */
  is_kept: boolean;
}

// A request that stays one uses quota too: otherwise the remaining quota would be a side channel for a decline, a setting or contact details.
async function promoteOf(tx: Tx, { user_id: senderId, state, room }: Sender, now: Date): Promise<Handled[]> {
  const { rows } = await sql<Handled>`
    WITH waiting AS (
      SELECT conversation.conversation_id, seat.user_id,
        seat.request_why <> 'volume' OR seat.declined_at IS NOT NULL
          OR is_contact_asked(${senderId}, seat.user_id, ${state}, ${now}) AS is_kept
      FROM conversations AS conversation
      JOIN conversation_members AS seat ON seat.partner_user_id = ${senderId}
        AND seat.user_id = CASE conversation.low_user_id WHEN ${senderId} THEN conversation.high_user_id ELSE conversation.low_user_id END
      WHERE conversation.started_by_user_id = ${senderId} AND conversation.answered_at IS NULL AND ${isWaiting(now)}
      ORDER BY conversation.created_at, conversation.conversation_id LIMIT ${room}
      FOR UPDATE OF conversation, seat SKIP LOCKED
    ), noted AS (
      UPDATE conversations SET notified_at = ${now} FROM waiting
      WHERE conversations.conversation_id = waiting.conversation_id
    )
    UPDATE conversation_members AS seat
    SET is_request = waiting.is_kept, awaits_quota = false,
      request_why = CASE WHEN waiting.is_kept AND seat.request_why = 'volume' THEN 'asked' ELSE seat.request_why END
    FROM waiting WHERE seat.user_id = waiting.user_id AND seat.partner_user_id = ${senderId}
    RETURNING seat.user_id, seat.partner_user_id, seat.conversation_id, seat.last_message_id, waiting.is_kept`.execute(
    tx,
  );
  return rows;
}

const toPush =
  (now: Date) =>
  ({ user_id, partner_user_id, conversation_id }: Handled): NewPush => ({
    kind: 'message',
    userId: user_id,
    otherUserId: partner_user_id,
    subjectId: conversation_id,
    about: {},
    expiresAt: new Date(now.getTime() + pushLastsMs),
  });
