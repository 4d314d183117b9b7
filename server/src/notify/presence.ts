import { sql } from 'kysely';
import type { Platform } from '#platform/platform';

export const notePresenceEverySeconds = 30;
/** Three missed heartbeats: the socket is closed or its node has stopped. */
const forgottenAfterMs = 90_000;

/** Records members with a live socket on this node. Rows are never deleted here; without renewal they become stale. */
export async function notePresence({ db, clock, realtime }: Platform): Promise<void> {
  const userIds = realtime.connectedUserIds();
  if (userIds.length === 0) return;
  // Sorted, so that two nodes never deadlock.
  await sql`
    INSERT INTO present_users (user_id, seen_at)
    SELECT user_id, ${clock.now()} FROM users WHERE user_id = ANY(${userIds}::uuid[]) ORDER BY user_id
    ON CONFLICT (user_id) DO UPDATE SET seen_at = excluded.seen_at`.execute(db);
}

/** Older rows of present_users are stale. */
export const presentSince = (now: Date): Date => new Date(now.getTime() - forgottenAfterMs);
