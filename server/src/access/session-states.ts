import { setImmediate as endOfTurn, setTimeout as wait } from 'node:timers/promises';
import { prepared } from '#platform/database';
import { nodeState } from '#platform/node-state';
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
  /** Somebody asked since the last look of all. */
  isInUse: boolean;
  state: Promise<SessionState | null>;
}

interface Remembered {
  entries: Map<string, Entry>;
  isRenewing: boolean;
  /** The look of this turn of the event loop, which has not begun yet, with those it is for. */
  nextLook: { ids: Set<string>; states: Promise<Map<string, SessionState>> } | null;
}

const maxAgeMs = 1000;
const renewEveryMs = maxAgeMs / 2;
const idsInOneLook = 1000;
const entriesMax = 50_000;

const rememberedOf = nodeState((): Remembered => ({ entries: new Map(), isRenewing: false, nextLook: null }));

/** The state of a session, at most a second old: another node may have ended it. */
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
  // Kept as a promise: requests that arrive together look once. Its age counts from before the look.
  const state = lookInThisTurn(platform, remembered, userSessionId).then(
    (states) => states.get(userSessionId) ?? null,
  );
  entries.set(userSessionId, { lookedUpAt: now, isInUse: false, state });
  state.catch(() => entries.delete(userSessionId));
  if (!remembered.isRenewing) void renewWhileInUse(platform, remembered);
  return state;
}

/** One look for all who ask in one turn of the event loop: where many write, each of them seldom, every message asks. */
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
  const states = endOfTurn().then(() => {
    remembered.nextLook = null;
    return lookUp(platform, [...ids]);
  });
  remembered.nextLook = { ids, states };
  return states;
}

/** Makes the next request look again: to be called after the commit that changed the session. */
export function forgetSessions(platform: Platform, userSessionIds: string[]): void {
  for (const userSessionId of userSessionIds) rememberedOf(platform).entries.delete(userSessionId);
}

/**
 * Looks at all sessions in use with one statement, before they grow too old, so that people who write and read all the time do not
 * each ask every second. What nobody used since the last look is forgotten, and with the last one this ends.
 */
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
    // One that was forgotten meanwhile has changed since this look began.
    if (entries.get(userSessionId) !== entry) continue;
    // Without an answer each request looks for itself; kept, they would be asked for until the process ends, also on a closed database.
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
