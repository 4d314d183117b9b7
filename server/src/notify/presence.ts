import { sql } from 'kysely';
import type { Platform } from '#platform/platform';

export const notePresenceEverySeconds = 30;
/** Three missed turns: the socket is gone, or its node is. */
const forgottenAfterMs = 90_000;

/** Writes down who has a live socket on this node. Nobody takes a row away: it grows old when nobody renews it. */
export async function notePresence({ db, clock, realtime }: Platform): Promise<void> {
  const userIds = realtime.connectedUserIds();
  if (userIds.length === 0) return;
  // In one order, so that two nodes never wait for each other in a circle.
  await sql`
    INSERT INTO present_users (user_id, seen_at)
    SELECT user_id, ${clock.now()} FROM users WHERE user_id = ANY(${userIds}::uuid[]) ORDER BY user_id
    ON CONFLICT (user_id) DO UPDATE SET seen_at = excluded.seen_at`.execute(db);
}

/** Rows of present_users that are older tell of nobody. */
export const presentSince = (now: Date): Date => new Date(now.getTime() - forgottenAfterMs);
