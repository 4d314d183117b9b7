import { prepared } from '#platform/database';
import type { Platform } from '#platform/platform';
import { refusals } from './draft.ts';

// A used idempotency key returns its message even if a block came since.
const statement = `
  SELECT refusal FROM sending_refusal($1, $2)
  WHERE NOT EXISTS (SELECT FROM message_of_key($1, $3, $2, NULL))`;

/** Refuses early what the storing statement would refuse, to save the work. That statement decides, since a block can come in between. */
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
