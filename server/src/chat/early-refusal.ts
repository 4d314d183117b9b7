import { prepared } from '#platform/database';
import type { Platform } from '#platform/platform';
import { refusals } from './draft.ts';

// A key that has been used answers with its message, even when a block has come since.
const statement = `
  SELECT refusal FROM sending_refusal($1, $2)
  WHERE NOT EXISTS (SELECT FROM message_of_key($1, $3, $2, NULL))`;

/**
 * Refuses what would be refused anyway, before work is spent on it. The last word has the statement that stores the message: a
 * block may come in between.
 */
export async function refuseUnwritable(
  { pool }: Platform,
  { from, to, clientMessageId }: { from: string; to: string; clientMessageId?: string | undefined },
): Promise<void> {
  const [row] = await prepared<{ refusal: 'gone' | 'banned' | 'unknown' | 'blocked' | null }>(
    pool,
    'refuse-unwritable',
    statement,
    [from, to, clientMessageId ?? null],
  );
  if (row?.refusal) throw refusals[row.refusal]();
}
