import { typingEveryMs } from '@parlance/contract/chat';
import { createBuckets } from '#platform/buckets';
import { prepared } from '#platform/database';
import { nodeState } from '#platform/node-state';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';

/** One event a pair in this time, whatever the client emits; what is too many is dropped without an error. */
const throttle = nodeState(({ clock }) =>
  createBuckets({ clock, burst: 1, perSecond: 1000 / typingEveryMs }),
);

// Only within a conversation: a stranger could otherwise make anybody's screen say that they write, as often as they like.
const statement = `SELECT FROM conversation_members AS seat
  JOIN users AS writer ON writer.user_id = $1 AND writer.shows_activity
  JOIN users AS reader ON reader.user_id = $2 AND reader.shows_activity AND reader.banned_at IS NULL
  WHERE seat.user_id = $1 AND seat.partner_user_id = $2
    AND NOT EXISTS (SELECT FROM blocks_between($1, $2))`;

/** Passes on that somebody is typing. Nothing is stored, and whoever may not know hears nothing; the writer cannot tell. */
export async function passTyping(
  platform: Platform,
  { userId }: Caller,
  partnerUserId: string,
): Promise<void> {
  if (throttle(platform).take(`${userId} ${partnerUserId}`) > 0) return;
  const allowed = await prepared(platform.pool, 'may-show-typing', statement, [userId, partnerUserId]);
  if (allowed.length > 0) platform.realtime.toUser(partnerUserId, 'chat:typing', { userId });
}
