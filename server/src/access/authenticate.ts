import { ApiError } from '@parlance/contract/errors';
import type { Platform } from '#platform/platform';
import type { Authenticate, Caller } from '#platform/serve';
import { touchLastActive } from './activity.ts';
import { isAdmin } from './admins.ts';
import { forgetSessions, type SessionState, sessionState } from './session-states.ts';
import { sessionsEnded } from './sessions.ts';
import { type AccessClaims, generationOf, readAccessToken } from './tokens.ts';

const verifiedTokensMax = 20_000;

interface RecheckOptions {
  /** Does not believe what is remembered: for a handshake, where a sign-out may have passed by a moment ago. */
  isFresh?: boolean;
  /** Counts as activity: for an event, not for a look by the clock. */
  isActivity?: boolean;
}

type Recheck = (caller: Caller, options?: RecheckOptions) => Promise<void>;

/**
 * Makes the two checks of who calls. `authenticate` turns an access token into a caller and counts as activity; `recheck`
 * looks again whether a known caller's session still stands.
 */
export function createAuthenticate(platform: Platform): { authenticate: Authenticate; recheck: Recheck } {
  // Checking a signature costs more than looking up the session; a token that was good stays good until it expires.
  const verified = new Map<string, AccessClaims>();

  platform.realtime.onNodeTold(sessionsEnded, (ids) => forgetSessions(platform, ids));

  function knownClaims(token: string): AccessClaims | undefined {
    const known = verified.get(token);
    if (!known || known.exp * 1000 > platform.clock.now().getTime()) return known;
    verified.delete(token);
    throw new ApiError('AccessTokenExpired');
  }

  async function checkedClaims(token: string): Promise<AccessClaims> {
    const claims = await readAccessToken(platform, token);
    if (verified.size >= verifiedTokensMax) verified.clear();
    verified.set(token, claims);
    return claims;
  }

  return {
    async authenticate(token) {
      const claims = knownClaims(token) ?? (await checkedClaims(token));
      const { userSessionId } = claims;
      const state = await standingSession(platform, userSessionId);
      if (state.userId !== claims.userId) throw new ApiError('AccessTokenInvalid');
      if (!state.isTokenSeen && generationOf(claims) === state.generation) {
        await markTokenSeen(platform, userSessionId, state);
      }
      await touchLastActive(platform, state.userId);
      return { userId: state.userId, userSessionId, isAdmin: isAdmin(platform, state) };
    },
    async recheck({ userId, userSessionId }, { isFresh = false, isActivity = false } = {}) {
      if (isFresh) forgetSessions(platform, [userSessionId]);
      await standingSession(platform, userSessionId);
      // A message does not wait until it is written that its sender is there.
      if (isActivity) void touchLastActive(platform, userId);
    },
  };
}

// A ban ends the sessions too; it is the ban that the person is told.
async function standingSession(platform: Platform, userSessionId: string): Promise<SessionState> {
  const state = await sessionState(platform, userSessionId);
  if (state?.isBanned) throw new ApiError('UserBanned');
  if (!state || state.endedAt || state.expiresAt <= platform.clock.now())
    throw new ApiError('SessionInvalid');
  return state;
}

// The answer with the newest tokens has arrived, so the predecessor has no long grace any more.
async function markTokenSeen(platform: Platform, userSessionId: string, state: SessionState): Promise<void> {
  await platform.db
    .updateTable('user_sessions')
    .set({ is_token_seen: true })
    .where('user_session_id', '=', userSessionId)
    .where('generation', '=', state.generation)
    .execute();
  state.isTokenSeen = true;
}
