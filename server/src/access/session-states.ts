import { setImmediate as endOfTick, setTimeout as wait } from 'node:timers/promises';
import { prepared } from '#platform/database';
import { nodeState } from '#platform/node-state';
import type { Platform } from '#platform/platform';

/** The state of a session and its user that every request checks. */
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
  /** Whether the entry was read since the last renewal. */
  isInUse: boolean;
  state: Promise<SessionState | null>;
}

interface Remembered {
  entries: Map<string, Entry>;
  isRenewing: boolean;
  /** The pending lookup batch of this event-loop tick. */
  nextLook: { ids: Set<string>; states: Promise<Map<string, SessionState>> } | null;
}

const maxAgeMs = 1000;
const renewEveryMs = maxAgeMs / 2;
const idsInOneLook = 1000;
const entriesMax = 50_000;

const rememberedOf = nodeState((): Remembered => ({ entries: new Map(), isRenewing: false, nextLook: null }));

/** Returns the state of a session, at most a second old because another node can end it. */
export function sessionState(platform: Platform, userSessionId: string): Promise<SessionState | null> {
  const remembered = rememberedOf(platform);
  const { entries } = remembered;
  const now = platform.clock.now().getTime();
  const entry = entries.get(userSessionId);
  if (entry && Math.abs(now - entry.lookedUpAt) < maxAgeMs) {
    entry.isInUse = true;
    return entry.state;
  }
  if (entries.size >= entriesMax) entries.clear();
  // Cached as a promise, so concurrent requests share one lookup. The age counts from before the lookup.
  const state = lookInThisTurn(platform, remembered, userSessionId).then(
    (states) => states.get(userSessionId) ?? null,
  );
  entries.set(userSessionId, { lookedUpAt: now, isInUse: false, state });
  state.catch(() => entries.delete(userSessionId));
  if (!remembered.isRenewing) void renewWhileInUse(platform, remembered);
  return state;
}

/** Batches all lookups of one event-loop tick into one statement. */
function lookInThisTurn(
  platform: Platform,
  remembered: Remembered,
  userSessionId: string,
): Promise<Map<string, SessionState>> {
  const { nextLook } = remembered;
  if (nextLook) {
    nextLook.ids.add(userSessionId);
    return nextLook.states;
  }
  const ids = new Set([userSessionId]);
  const states = endOfTick().then(() => {
    remembered.nextLook = null;
    return lookUp(platform, [...ids]);
  });
  remembered.nextLook = { ids, states };
  return states;
}

/** Evicts sessions from the cache. Call it after the commit that changed them. */
export function forgetSessions(platform: Platform, userSessionIds: string[]): void {
  for (const userSessionId of userSessionIds) rememberedOf(platform).entries.delete(userSessionId);
}

/** Renews the cached sessions in use in batches before they expire. Evicts unused entries and stops when none are left. */
async function renewWhileInUse(platform: Platform, remembered: Remembered): Promise<void> {
  const { entries } = remembered;
  remembered.isRenewing = true;
  while (entries.size > 0) {
    await wait(renewEveryMs, undefined, { ref: false });
    const inUse = [...entries].filter(([userSessionId, { isInUse }]) => {
      if (!isInUse) entries.delete(userSessionId);
      return isInUse;
    });
    for (let start = 0; start < inUse.length; start += idsInOneLook)
      await renew(platform, entries, inUse.slice(start, start + idsInOneLook));
  }
  remembered.isRenewing = false;
}

async function renew(
  platform: Platform,
  entries: Map<string, Entry>,
  some: [string, Entry][],
): Promise<void> {
  const lookedUpAt = platform.clock.now().getTime();
  const ids = some.map(([userSessionId]) => userSessionId);
  const states = await lookUp(platform, ids).catch(() => null);
  for (const [userSessionId, entry] of some) {
    // An entry evicted during the lookup has changed since.
    if (entries.get(userSessionId) !== entry) continue;
    // Evict on a failed lookup: kept entries would be renewed until the process ends, even on a closed database.
    if (!states) {
      entries.delete(userSessionId);
      continue;
    }
    const state = Promise.resolve(states.get(userSessionId) ?? null);
    entries.set(userSessionId, { lookedUpAt, isInUse: false, state });
  }
}

async function lookUp({ pool }: Platform, userSessionIds: string[]): Promise<Map<string, SessionState>> {
  const rows = await prepared<SessionState & { userSessionId: string; [column: string]: unknown }>(
    pool,
    'session-states',
    `SELECT user_session_id AS "userSessionId", user_id AS "userId", email, admin_since,
      banned_at IS NOT NULL AS "isBanned", ended_at AS "endedAt", expires_at AS "expiresAt", generation,
      is_token_seen AS "isTokenSeen"
    FROM user_sessions JOIN users USING (user_id) WHERE user_session_id = ANY($1::uuid[])`,
    [userSessionIds],
  );
  return new Map(rows.map((row) => [row.userSessionId, row]));
}
