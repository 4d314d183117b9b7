import { prepared } from '#platform/database';
import type { Platform } from '#platform/platform';

/** What every request needs to know of a session and its user. */
export interface SessionState {
  userId: string;
  email: string | null;
  admin_since: Date | null;
  isBanned: boolean;
  endedAt: Date | null;
  expiresAt: Date;
  generation: number;
  isTokenSeen: boolean;
}

interface Entry {
  lookedUpAt: number;
  state: Promise<SessionState | null>;
}

const maxAgeMs = 1000;
const entriesMax = 50_000;

// By platform, because the nodes of a test share a process and must not share what they remember.
const remembered = new WeakMap<Platform, Map<string, Entry>>();

function entriesOf(platform: Platform): Map<string, Entry> {
  const entries = remembered.get(platform) ?? new Map<string, Entry>();
  remembered.set(platform, entries);
  return entries;
}

/** The state of a session, at most a second old: another node may have ended it. */
export function sessionState(platform: Platform, userSessionId: string): Promise<SessionState | null> {
  const entries = entriesOf(platform);
  const now = platform.clock.now().getTime();
  const entry = entries.get(userSessionId);
  if (entry && Math.abs(now - entry.lookedUpAt) < maxAgeMs) return entry.state;
  if (entries.size >= entriesMax) entries.clear();
  // Kept as a promise: requests that arrive together look once. Its age counts from before the look.
  const state = lookUp(platform, userSessionId);
  entries.set(userSessionId, { lookedUpAt: now, state });
  state.catch(() => entries.delete(userSessionId));
  return state;
}

/** Makes the next request look again: to be called after the commit that changed the session. */
export function forgetSessions(platform: Platform, userSessionIds: string[]): void {
  for (const userSessionId of userSessionIds) remembered.get(platform)?.delete(userSessionId);
}

async function lookUp({ pool }: Platform, userSessionId: string): Promise<SessionState | null> {
  const [state] = await prepared<SessionState & Record<string, unknown>>(
    pool,
    'session-state',
    `SELECT user_id AS "userId", email, admin_since, banned_at IS NOT NULL AS "isBanned", ended_at AS "endedAt",
      expires_at AS "expiresAt", generation, is_token_seen AS "isTokenSeen"
    FROM user_sessions JOIN users USING (user_id) WHERE user_session_id = $1`,
    [userSessionId],
  );
  return state ?? null;
}
