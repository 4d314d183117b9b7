import { ApiError } from '@parlance/contract/errors';
import { prepared } from '#platform/database';
import type { Platform } from '#platform/platform';
import type { Quoted } from './draft.ts';
import { type Quote, quoteColumns } from './message.ts';

const statement = `SELECT ${quoteColumns} FROM chat_messages AS quoted
  WHERE quoted.chat_message_id = $1
    AND (quoted.from_user_id, quoted.to_user_id) IN (($2::uuid, $3::uuid), ($3::uuid, $2::uuid))`;

/** The message replied to, of the same conversation. A check before sending suffices: a deleted message keeps its row. */
export async function findQuoted(
  { pool }: Platform,
  { from, to, repliesTo }: { from: string; to: string; repliesTo: string | undefined },
): Promise<Quoted | null> {
  if (repliesTo === undefined) return null;
  const [quote] = await prepared<Quote & { [column: string]: unknown }>(pool, 'find-quoted', statement, [
    repliesTo,
    from,
    to,
  ]);
  if (!quote) throw new ApiError('ResourceNotFound');
  return { ...quote, chatMessageId: repliesTo };
}
