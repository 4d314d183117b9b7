import { sql } from 'kysely';
import type { Platform } from '#platform/platform';

const membersAtOnce = 500;
/** Looked through per member, newest first. */
const conversationsMax = 100;

/**
 * Trusts members of before the rules of first contact who had enough answers. A migration would hold up every message while it reads
 * all conversations; this reads some members at a time. Returns whether there may be more.
 */
export async function backfillTrust({ db, clock, config }: Platform): Promise<boolean> {
  const now = clock.now();
  const { trustCredits } = config.contact;
  return db.transaction().execute(async (tx) => {
    const { rows: turn } = await sql<{ after_id: string }>`
      SELECT after_id FROM contact_backfill FOR UPDATE SKIP LOCKED`.execute(tx);
    const [progress] = turn;
    if (!progress) return false;
    const { rows: members } = await sql<{ user_id: string }>`
      SELECT user_id FROM users WHERE user_id > ${progress.after_id} ORDER BY user_id
      LIMIT ${membersAtOnce}`.execute(tx);
    const ids = members.map(({ user_id }) => user_id);
    await sql`
      INSERT INTO contact_standing AS standing (user_id, credits, trusted_since)
      SELECT member.user_id, answers.count, ${now} FROM users AS member
      CROSS JOIN LATERAL (
        SELECT count(*) FROM (
          SELECT FROM (
            SELECT conversation_id FROM conversations
            WHERE started_by_user_id = member.user_id AND answered_at = '1970-01-01T00:00:00Z'
            ORDER BY created_at DESC LIMIT ${conversationsMax}
          ) AS begun
          WHERE EXISTS (SELECT FROM chat_messages AS answer
            WHERE answer.conversation_id = begun.conversation_id AND answer.from_user_id <> member.user_id)
          LIMIT ${trustCredits}
        ) AS answered
      ) AS answers
      WHERE member.user_id = ANY (${ids}::uuid[]) AND answers.count >= ${trustCredits}
      ORDER BY member.user_id FOR KEY SHARE OF member
      ON CONFLICT (user_id) DO UPDATE SET
        trusted_since = coalesce(standing.trusted_since, excluded.trusted_since),
        credits = greatest(standing.credits, excluded.credits)`.execute(tx);
    const last = ids.at(-1);
    await (ids.length < membersAtOnce || last === undefined
      ? sql`DELETE FROM contact_backfill`
      : sql`UPDATE contact_backfill SET after_id = ${last}`
    ).execute(tx);
    return ids.length === membersAtOnce;
  });
}
