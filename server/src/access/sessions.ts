import type { AuthResult, UserSession } from '@parlance/contract/access';
import { ApiError } from '@parlance/contract/errors';
import { sql } from 'kysely';
import type { AfterCommit, Tx } from '#platform/effects';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { keyedHash } from './keyed-hash.ts';
import { forgetSessions } from './session-states.ts';
import { signAccessToken, signRefreshToken, type TokenSource } from './tokens.ts';

const dayMs = 24 * 60 * 60 * 1000;
const lifeMs = { idle: 30 * dayMs, absolute: 90 * dayMs };
const userAgentMaxLength = 300;
const listedMax = 100;
/** The event that evicts ended sessions from the caches of other nodes. */
export const sessionsEnded = 'sessions-ended';

/** Returns the expiry of a session used now, in whole seconds like token claims. */
export function sessionExpiry(createdAt: Date, now: Date): Date {
  const end = Math.min(now.getTime() + lifeMs.idle, createdAt.getTime() + lifeMs.absolute);
  return new Date(Math.floor(end / 1000) * 1000);
}

/** Issues both tokens of a session's current generation. */
export async function issueTokens(platform: Platform, source: TokenSource): Promise<AuthResult> {
  const [accessToken, refreshToken] = await Promise.all([
    signAccessToken(platform, source),
    signRefreshToken(platform, source),
  ]);
  return { accessToken, refreshToken };
}

export async function startSession(
  platform: Platform,
  tx: Tx,
  { userId, userAgent }: { userId: string; userAgent: string },
): Promise<AuthResult> {
  const now = platform.clock.now();
  const source: TokenSource = {
    userId,
    userSessionId: newId(platform.clock),
    generation: 1,
    rotatedAt: now,
    expiresAt: sessionExpiry(now, now),
  };
  const tokens = await issueTokens(platform, source);
  await tx
    .insertInto('user_sessions')
    .values({
      user_session_id: source.userSessionId,
      user_id: userId,
      created_at: now,
      last_used_at: now,
      user_agent: userAgent.slice(0, userAgentMaxLength),
      expires_at: source.expiresAt,
      generation: source.generation,
      token_hash: keyedHash(platform, 'refresh-token', tokens.refreshToken),
      rotated_at: now,
      // The first token has no predecessor that needs a grace period.
      is_token_seen: true,
    })
    .execute();
  return tokens;
}

/** Returns the caller's live sessions, most recently used first. */
export async function listSessions(
  platform: Platform,
  caller: Caller,
): Promise<{ count: number; sessions: UserSession[] }> {
  const rows = await platform.db
    .selectFrom('user_sessions')
    .select(['user_session_id', 'created_at', 'last_used_at', 'user_agent'])
    .select(sql<number>`count(*) OVER ()`.as('count'))
    .where('user_id', '=', caller.userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', platform.clock.now())
    .orderBy('last_used_at', 'desc')
    .orderBy('user_session_id', 'desc')
    .limit(listedMax)
    .execute();
  const sessions = rows.map((row) => ({
    userSessionId: row.user_session_id,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    userAgent: row.user_agent,
    current: row.user_session_id === caller.userSessionId,
  }));
  return { count: rows[0]?.count ?? 0, sessions };
}

/** Ends one of the caller's sessions; idempotent. */
export async function endSession(platform: Platform, caller: Caller, userSessionId: string): Promise<void> {
  const owned = await platform.db
    .updateTable('user_sessions')
    .set({ ended_at: sql`coalesce(ended_at, ${platform.clock.now()})` })
    .where('user_session_id', '=', userSessionId)
    .where('user_id', '=', caller.userId)
    .returning('user_session_id')
    .executeTakeFirst();
  if (!owned) throw new ApiError('ResourceNotFound');
  disconnectSessions(platform, [userSessionId]);
}

/** Ends all sessions of a user except `except`. Run the returned function after the commit. */
export async function endSessions(
  platform: Platform,
  tx: Tx,
  { userId, except = null }: { userId: string; except?: string | null },
): Promise<AfterCommit> {
  const ended = await tx
    .updateTable('user_sessions')
    .set({ ended_at: platform.clock.now() })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('user_session_id', 'is distinct from', except)
    .returning('user_session_id')
    .execute();
  return () =>
    disconnectSessions(
      platform,
      ended.map((row) => row.user_session_id),
    );
}

/** Evicts ended sessions and closes their sockets. Call it after the commit. */
export function disconnectSessions(platform: Platform, userSessionIds: string[]): void {
  forgetSessions(platform, userSessionIds);
  platform.realtime.tellNodes(sessionsEnded, userSessionIds);
  for (const userSessionId of userSessionIds) platform.realtime.disconnectSession(userSessionId);
}
