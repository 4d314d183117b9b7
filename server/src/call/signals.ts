import type { CallClientEvent } from '@parlance/contract/call-events';
import { ApiError } from '@parlance/contract/errors';
import { prepared } from '#platform/database';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { callNode } from './call-node.ts';

interface Route {
  has_seat: boolean | null;
  to_user_id: string | null;
  to_socket_id: string | null;
}

/** $1 the session, $2 the caller, $3 their page, $4 the other page. No row for whoever is no party. */
const routeText = `
  SELECT mine.user_id IS NOT NULL AS has_seat, theirs.held_by_user_id AS to_user_id,
    theirs.socket_id AS to_socket_id
  FROM calls AS call
  LEFT JOIN call_seats AS mine ON mine.schedule_slot_id = call.schedule_slot_id AND call.ended_at IS NULL
    AND mine.held_by_user_id = $2 AND mine.peer_id = $3 AND mine.left_at IS NULL
  LEFT JOIN call_seats AS theirs ON theirs.schedule_slot_id = call.schedule_slot_id
    AND theirs.user_id <> mine.user_id AND theirs.peer_id = $4
    AND theirs.left_at IS NULL AND theirs.away_at IS NULL
  WHERE call.schedule_slot_id = $1 AND $2 IN (call.user_id, call.booked_by_user_id)`;

// A page tries again by itself, long before anybody reads this.
const tryAgainSeconds = 5;

/** Hands signals to the page they are for. They are read by nobody on the way and kept nowhere. */
export async function passSignal(
  platform: Platform,
  { userId }: Caller,
  { scheduleSlotId, peerId, to, epoch, items }: CallClientEvent<'call:signal'>,
): Promise<void> {
  const waitSeconds = callNode(platform).takeSignal(userId);
  if (waitSeconds > 0) throw new ApiError('TooManyRequests', { timeout: waitSeconds });
  const [route] = await prepared<Route & object>(platform.pool, 'call-signal', routeText, [
    scheduleSlotId,
    userId,
    peerId,
    to,
  ]);
  if (route && !route.has_seat)
    throw new ApiError('NotAllowed', { message: 'This page has no seat in the session.' });
  if (!route?.to_user_id || route.to_socket_id === null) throw new ApiError('ResourceNotFound');
  // Without Redis nothing passes to another node: what is lost has to be known as lost.
  if (!platform.realtime.canReach(route.to_socket_id))
    throw new ApiError('ServerError', { statusCode: 503, timeout: tryAgainSeconds });
  platform.realtime.toUser(route.to_user_id, 'call:signal', {
    scheduleSlotId,
    from: peerId,
    to,
    epoch,
    items,
  });
}
