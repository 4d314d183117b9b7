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
  /** Bypasses the cache: a sign-out can precede the handshake by less than the cache lifetime. */
  isFresh?: boolean;
  /** Counts as activity: true for an event, false for a periodic check. */
  isActivity?: boolean;
}

type Recheck = (caller: Caller, options?: RecheckOptions) => Promise<void>;

/** Creates `authenticate`, which turns an access token into a caller and counts as activity, and `recheck` for a known caller's session. */
export function createAuthenticate(platform: Platform): { authenticate: Authenticate; recheck: Recheck } {
  // Verifying a signature costs more than the session lookup, so verified tokens are cached until they expire.
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
      // Not awaited: the activity write must not delay the message.
      if (isActivity) void touchLastActive(platform, userId);
    },
  };
}

// A ban ends the sessions too, but the error has to report the ban.
async function standingSession(platform: Platform, userSessionId: string): Promise<SessionState> {
  const state = await sessionState(platform, userSessionId);
  if (state?.isBanned) throw new ApiError('UserBanned');
  if (!state || state.endedAt || state.expiresAt <= platform.clock.now())
    throw new ApiError('SessionInvalid');
  return state;
}

// The newest tokens have arrived, so the predecessor loses its long grace period.
async function markTokenSeen(platform: Platform, userSessionId: string, state: SessionState): Promise<void> {
  await platform.db
    .updateTable('user_sessions')
    .set({ is_token_seen: true })
    .where('user_session_id', '=', userSessionId)
    .where('generation', '=', state.generation)
    .execute();
  state.isTokenSeen = true;
}
