import { prepared } from '#platform/database';
import type { Platform } from '#platform/platform';
import { refusals } from './send-queue.ts';

// A key that has been used answers with its message, even when a block has come since.
const statement = `
  SELECT CASE
    WHEN EXISTS (SELECT FROM chat_messages WHERE from_user_id = $1 AND client_message_id = $3) THEN NULL
    WHEN NOT EXISTS (SELECT FROM users WHERE user_id = $2 AND banned_at IS NULL) THEN 'unknown'
    WHEN EXISTS (SELECT FROM blocks_between($1, $2)) THEN 'blocked'
  END AS outcome`;

/**
 * Refuses what would be refused anyway, before work is spent on it. The last word has the statement that stores the message: a
 * block may come in between.
 */
export async function refuseUnwritable(
  { pool }: Platform,
  { from, to, clientMessageId }: { from: string; to: string; clientMessageId?: string | undefined },
): Promise<void> {
  const [row] = await prepared<{ outcome: 'unknown' | 'blocked' | null }>(
    pool,
    'refuse-unwritable',
    statement,
    [from, to, clientMessageId ?? null],
  );
  if (row?.outcome) throw refusals[row.outcome]();
}
