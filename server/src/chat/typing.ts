import { typingEveryMs } from '@parlance/contract/chat';
import { prepared } from '#platform/database';
import { nodeState } from '#platform/node-state';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { createTokenBuckets } from '#platform/token-buckets';

/** At most one event per pair in this interval; more are dropped without an error. */
const throttle = nodeState(({ clock }) =>
  createTokenBuckets({ clock, burst: 1, perSecond: 1000 / typingEveryMs }),
);

// Only within a conversation: otherwise a stranger could trigger the indicator on any member's screen. Not in a request, which must not
// disclose anything to the sender before the answer.
const statement = `SELECT FROM conversation_members AS seat
  JOIN users AS writer ON writer.user_id = $1 AND writer.shows_activity
  JOIN users AS reader ON reader.user_id = $2 AND reader.shows_activity AND reader.banned_at IS NULL
  JOIN conversation_members AS theirs ON theirs.user_id = $2 AND theirs.partner_user_id = $1
  WHERE seat.user_id = $1 AND seat.partner_user_id = $2 AND NOT seat.is_request AND NOT theirs.is_request
    AND NOT EXISTS (SELECT FROM blocks_between($1, $2))`;

/** Relays a typing event without storing it. Dropped events are not reported to the sender, so a block stays hidden. */
export async function passTyping(
  platform: Platform,
  { userId }: Caller,
  partnerUserId: string,
): Promise<void> {
  if (throttle(platform).take(`${userId} ${partnerUserId}`) > 0) return;
  const allowed = await prepared(platform.pool, 'may-show-typing', statement, [userId, partnerUserId]);
  if (allowed.length > 0) platform.realtime.toUser(partnerUserId, 'chat:typing', { userId });
}
