import type { AnsweringTime } from '@parlance/contract/reliability';
import { answeringRule } from '@parlance/contract/trust';
import { sql } from 'kysely';
import { plannedOnce } from '#platform/database';
import type { Platform } from '#platform/platform';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const bounds: [AnsweringTime, number][] = [
  ['hour', hourMs],
  ['day', dayMs],
  ['days', 7 * dayMs],
];
/** An unanswered first message does not count before this age. */
const patienceMs = 3 * dayMs;
/** How many recent conversations are searched for first messages, and messages for an answer. */
const lookedThrough = { conversations: 100, messages: 20 };

interface FirstMessage {
  sent_at: Date;
  answered_at: Date | null;
}

/** The usual answering time to first messages; null with too little data or mostly no answer. Index lookups are bounded. */
export async function readAnswering(
  platform: Pick<Platform, 'db' | 'pool'>,
  userId: string,
  now: Date,
): Promise<AnsweringTime | null> {
  const firstMessages = sql<FirstMessage>`
    SELECT begun.created_at AS sent_at, (
      SELECT message.created_at FROM chat_messages AS message
      WHERE message.conversation_id = begun.conversation_id AND message.sequence <= ${lookedThrough.messages}
        AND message.from_user_id = ${userId}
      ORDER BY message.sequence LIMIT 1
    ) AS answered_at
    FROM (
      SELECT conversation.conversation_id, conversation.created_at FROM (
        SELECT conversation_id, partner_user_id FROM conversation_members
        WHERE user_id = ${userId} AND NOT is_hidden AND NOT is_request
        ORDER BY last_message_at DESC, last_message_id DESC LIMIT ${lookedThrough.conversations}
      ) AS seat JOIN conversations AS conversation USING (conversation_id)
      WHERE conversation.started_by_user_id <> ${userId}
        AND NOT EXISTS (SELECT FROM blocks_between(${userId}::uuid, seat.partner_user_id))
      ORDER BY conversation.created_at DESC, conversation.conversation_id LIMIT ${answeringRule.last}
    ) AS begun`;
  return usualTime(await plannedOnce(platform, 'first-messages', firstMessages), now);
}

/** The time within which more than half were answered. */
function usualTime(messages: FirstMessage[], now: Date): AnsweringTime | null {
  const waits = messages
    .filter(({ sent_at, answered_at }) => answered_at ?? now.getTime() - sent_at.getTime() >= patienceMs)
    .map(({ sent_at, answered_at }) => (answered_at ? answered_at.getTime() - sent_at.getTime() : Infinity))
    .sort((one, other) => one - other);
  if (waits.length < answeringRule.least) return null;
  const usual = waits[Math.floor(waits.length / 2)] ?? Infinity;
  return bounds.find(([, withinMs]) => usual <= withinMs)?.[0] ?? null;
}
