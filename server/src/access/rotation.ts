import type { AuthResult } from '@parlance/contract/access';
import { ApiError } from '@parlance/contract/errors';
import { type Selectable, sql } from 'kysely';
import type { Tables } from '#domain/tables.generated';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { wordsFor } from '#platform/reader-words';
import { type ClientTimeZone, recordReturn, storeTimeZone } from './activity.ts';
import { keyedHash } from './keyed-hash.ts';
import { rememberNetwork } from './known-networks.ts';
import { mailStolenSession } from './mails.ts';
import { forgetSessions } from './session-states.ts';
import { disconnectSessions, issueTokens, sessionExpiry } from './sessions.ts';
import { readRefreshToken } from './tokens.ts';

const graceMs = { always: 30_000, untilSeen: 10 * 60_000 };

type LockedSession = Selectable<Tables['user_sessions']> &
  Pick<Selectable<Tables['users']>, 'email' | 'phone' | 'banned_at' | 'last_active_at' | 'locale'>;

type Outcome = { tokens: AuthResult } | { stolenFrom: Pick<LockedSession, 'email' | 'locale'> };

/**
 * Exchanges a refresh token for new tokens, under a lock on the session. The direct predecessor of the newest token counts as a
 * second tab or a lost response and gets the same successor; an older token indicates a copy and ends the session.
 */
export async function continueSession(
  platform: Platform,
  { refreshToken, ip, ...clientTimeZone }: { refreshToken: string; ip: string } & ClientTimeZone,
): Promise<AuthResult> {
  const userSessionId = await readRefreshToken(platform, refreshToken);
  const presented = keyedHash(platform, 'refresh-token', refreshToken);
  const outcome = await platform.db.transaction().execute(async (tx): Promise<Outcome> => {
    const session = await lockSession(tx, userSessionId);
    if (session?.banned_at) throw new ApiError('UserBanned');
    const now = platform.clock.now();
    if (!session || session.ended_at || session.expires_at <= now) throw new ApiError('SessionInvalid');
    if (presented.equals(session.token_hash)) {
      const tokens = await rotate(platform, tx, session);
      await recordReturn(tx, platform.clock, session);
      await storeTimeZone(tx, session.user_id, clientTimeZone);
      const addresses = [session.email, session.phone];
      await rememberNetwork(platform, tx, { userId: session.user_id, addresses, ip });
      return { tokens };
    }
    if (isGraced(session, presented, now)) return { tokens: await issueTokens(platform, sourceOf(session)) };
    await tx
      .updateTable('user_sessions')
      .set({ ended_at: now })
      .where('user_session_id', '=', userSessionId)
      .execute();
    return { stolenFrom: session };
  });

  if ('stolenFrom' in outcome) {
    disconnectSessions(platform, [userSessionId]);
    const { email, locale } = outcome.stolenFrom;
    if (email) mailStolenSession(platform, { to: email, words: wordsFor(platform, locale) });
    throw new ApiError('RefreshTokenInvalid');
  }
  forgetSessions(platform, [userSessionId]);
  return outcome.tokens;
}

// Locks the user before the session, the same order as a deletion or an address change, to avoid deadlocks: rows of a locking
// WITH are locked before the rows joined to them.
async function lockSession(tx: Tx, userSessionId: string): Promise<LockedSession | undefined> {
  const { rows } = await sql<LockedSession>`
    WITH person AS (
      SELECT user_id, email, phone, banned_at, last_active_at, locale FROM users
      WHERE user_id = (SELECT user_id FROM user_sessions WHERE user_session_id = ${userSessionId})
      FOR NO KEY UPDATE
    )
    SELECT session.*, email, phone, banned_at, last_active_at, locale
    FROM person JOIN user_sessions session USING (user_id)
    WHERE user_session_id = ${userSessionId}
    FOR UPDATE OF session`.execute(tx);
  return rows[0];
}

const sourceOf = (session: LockedSession) => ({
  userId: session.user_id,
  userSessionId: session.user_session_id,
  generation: session.generation,
  rotatedAt: session.rotated_at,
  expiresAt: session.expires_at,
});

async function rotate(platform: Platform, tx: Tx, session: LockedSession): Promise<AuthResult> {
  const now = platform.clock.now();
  const expiresAt = sessionExpiry(session.created_at, now);
  const generation = session.generation + 1;
  const tokens = await issueTokens(platform, { ...sourceOf(session), generation, expiresAt, rotatedAt: now });
  await tx
    .updateTable('user_sessions')
    .set({
      generation,
      expires_at: expiresAt,
      last_used_at: now,
      rotated_at: now,
      token_hash: keyedHash(platform, 'refresh-token', tokens.refreshToken),
      previous_token_hash: session.token_hash,
      is_token_seen: false,
    })
    .where('user_session_id', '=', session.user_session_id)
    .execute();
  return tokens;
}

function isGraced(session: LockedSession, presented: Buffer, now: Date): boolean {
  if (!session.previous_token_hash || !presented.equals(session.previous_token_hash)) return false;
  const grace = session.is_token_seen ? graceMs.always : graceMs.untilSeen;
  return now.getTime() - session.rotated_at.getTime() <= grace;
}
