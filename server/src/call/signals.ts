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

/** Parameters: $1 session, $2 caller, $3 the caller's page, $4 the other page. No row for a stranger. */
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

// A page retries by itself within this time.
const tryAgainSeconds = 5;

/** Relays signals to the other page without reading or storing them. */
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
    throw new ApiError('NotAllowed', { message: 'This page has not joined the session.' });
  if (!route?.to_user_id || route.to_socket_id === null) throw new ApiError('ResourceNotFound');
  // Without Redis no signal reaches another node: the loss is reported instead of silent.
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
