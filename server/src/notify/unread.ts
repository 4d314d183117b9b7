import { sql } from 'kysely';
import { takesNotice } from '#account/account';
import type { Tx } from '#platform/effects';
import { queueMails } from '#platform/mail-queue';
import type { Platform } from '#platform/platform';
import { presentSince } from './presence.ts';

/** Unread messages of this age cause a mail. A connected member is checked again after the same time. */
const unreadForMs = 5 * 60_000;
/** A member whose device accepted a notification since gets the mail after this time. */
const unreadAfterPushMs = 60 * 60_000;
/** Older messages (after an outage, or a long connection) are left to the digest. */
const worthMailingMs = 24 * 3_600_000;
/** The longest time range of messages per transaction after an outage. */
const sliceMs = 6 * 3_600_000;
const noticesAtOnce = 200;

/** Queues mails about unread messages of members who are not connected. */
export async function queueUnreadMails(platform: Platform): Promise<void> {
  while (await queueUnreadBatch(platform)) {}
  while (await judgeUnread(platform)) {}
}

/** Checks each message once, five minutes after sending, when all earlier ones are committed; one node at a time holds the lock. */
async function queueUnreadBatch({ db, clock }: Platform): Promise<boolean> {
  const now = clock.now();
  const oldest = new Date(now.getTime() - worthMailingMs);
  return db.transaction().execute(async (tx) => {
    await sql`INSERT INTO unread_progress (looked_until) VALUES (${oldest}) ON CONFLICT DO NOTHING`.execute(
      tx,
    );
    const { rows: turn } = await sql<{ after: Date }>`
      SELECT greatest(looked_until, ${oldest}) AS after FROM unread_progress FOR UPDATE SKIP LOCKED`.execute(
      tx,
    );
    const after = turn[0]?.after;
    const newest = now.getTime() - unreadForMs;
    if (after === undefined || after.getTime() >= newest) return false;
    const until = new Date(Math.min(newest, after.getTime() + sliceMs));
    await rememberConversations(tx, await readUnread(tx, after, until), now);
    await sql`UPDATE unread_progress SET looked_until = ${until}`.execute(tx);
    return until.getTime() < newest;
  });
}

interface UnreadConversation {
  user_id: string;
  partner_user_id: string;
  read_sequence: number;
  since: Date;
}

async function readUnread(tx: Tx, after: Date, until: Date): Promise<UnreadConversation[]> {
  const { rows } = await sql<UnreadConversation>`
    SELECT seat.user_id, seat.partner_user_id, seat.last_read_sequence AS read_sequence, min(m.created_at) AS since
    FROM chat_messages AS m
    JOIN conversation_members AS seat ON seat.user_id = m.to_user_id AND seat.partner_user_id = m.from_user_id
    WHERE m.created_at > ${after} AND m.created_at <= ${until}
      AND m.sequence > seat.last_read_sequence AND m.deleted_at IS NULL
      AND seat.unread_count > 0 AND NOT seat.is_hidden AND NOT seat.is_request
    GROUP BY seat.user_id, seat.partner_user_id`.execute(tx);
  return rows;
}

async function rememberConversations(tx: Tx, unread: UnreadConversation[], now: Date): Promise<void> {
  if (unread.length === 0) return;
  const people = unread.flatMap(({ user_id, partner_user_id }) => [user_id, partner_user_id]);
  // Locks the users first, in sorted order, to avoid a deadlock with a deletion.
  await sql`SELECT FROM users WHERE user_id = ANY(${people}::uuid[]) ORDER BY user_id FOR KEY SHARE`.execute(
    tx,
  );
  await sql`
    INSERT INTO unread_notices (user_id, partner_user_id, read_sequence, since, look_at)
    SELECT u.user_id, u.partner_user_id, u.read_sequence, u.since, ${now}
    FROM jsonb_to_recordset(${JSON.stringify(unread)}::jsonb)
      AS u(user_id uuid, partner_user_id uuid, read_sequence integer, since timestamptz)
    JOIN users AS reader ON reader.user_id = u.user_id
    JOIN users AS partner ON partner.user_id = u.partner_user_id
    ON CONFLICT (user_id, partner_user_id) DO UPDATE
      SET read_sequence = excluded.read_sequence, since = excluded.since, look_at = excluded.look_at
      -- Not read since the last mail: one is enough.
      WHERE excluded.read_sequence > unread_notices.read_sequence`.execute(tx);
}

interface Judged {
  user_id: string;
  partner_user_id: string;
  verdict: 'over' | 'connected' | 'notified' | 'mail';
}

/** Decides due conversations: a mail, a later check, or nothing. */
async function judgeUnread({ db, clock }: Platform): Promise<boolean> {
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<Judged>`
      SELECT n.user_id, n.partner_user_id, CASE
        WHEN seat.unread_count = 0 OR seat.is_hidden OR seat.is_request OR seat.last_read_sequence > n.read_sequence THEN 'over'
        WHEN reader.email IS NULL OR reader.banned_at IS NOT NULL OR partner.banned_at IS NOT NULL THEN 'over'
        WHEN n.since < ${new Date(now.getTime() - worthMailingMs)} THEN 'over'
        WHEN NOT ${takesNotice(sql`n.user_id`, 'new-chat-message-notification')} THEN 'over'
        WHEN EXISTS (SELECT FROM blocks_between(n.user_id, n.partner_user_id)) THEN 'over'
        WHEN EXISTS (SELECT FROM present_users AS present
          WHERE present.user_id = n.user_id AND present.seen_at > ${presentSince(now)}) THEN 'connected'
        WHEN n.since > ${new Date(now.getTime() - unreadAfterPushMs)} AND EXISTS (SELECT FROM push_devices AS device
          WHERE device.user_id = n.user_id AND device.last_sent_at >= n.since)
          AND ${takesNotice(sql`n.user_id`, 'push-messages')} THEN 'notified'
        ELSE 'mail' END AS verdict
      FROM unread_notices AS n
      JOIN conversation_members AS seat ON seat.user_id = n.user_id AND seat.partner_user_id = n.partner_user_id
      JOIN users AS reader ON reader.user_id = n.user_id
      JOIN users AS partner ON partner.user_id = n.partner_user_id
      WHERE n.look_at <= ${now}
      ORDER BY n.look_at LIMIT ${noticesAtOnce}
      FOR UPDATE OF n SKIP LOCKED FOR KEY SHARE OF reader, partner SKIP LOCKED`.execute(tx);
    const judgedAs = (verdict: Judged['verdict']) => rows.filter((row) => row.verdict === verdict);
    await settle(tx, judgedAs('over'), sql`DELETE FROM unread_notices AS n USING given`);
    const later = new Date(now.getTime() + unreadForMs);
    await settle(
      tx,
      judgedAs('connected'),
      sql`UPDATE unread_notices AS n SET look_at = ${later} FROM given`,
    );
    await settle(
      tx,
      judgedAs('notified'),
      sql`UPDATE unread_notices AS n SET look_at = n.since + ${unreadAfterPushMs} * interval '1 millisecond' FROM given`,
    );
    await settle(tx, judgedAs('mail'), sql`UPDATE unread_notices AS n SET look_at = NULL FROM given`);
    const mails = judgedAs('mail').map(({ user_id, partner_user_id }) => ({
      kind: 'unread',
      userId: user_id,
      otherUserId: partner_user_id,
    }));
    await queueMails(tx, clock, mails);
    return rows.length === noticesAtOnce;
  });
}

async function settle(tx: Tx, rows: Judged[], act: ReturnType<typeof sql>): Promise<void> {
  if (rows.length === 0) return;
  const [users, partners] = [rows.map((row) => row.user_id), rows.map((row) => row.partner_user_id)];
  await sql`
    WITH given AS (SELECT * FROM unnest(${users}::uuid[], ${partners}::uuid[]) AS g(user_id, partner_user_id))
    ${act} WHERE n.user_id = given.user_id AND n.partner_user_id = given.partner_user_id`.execute(tx);
}
