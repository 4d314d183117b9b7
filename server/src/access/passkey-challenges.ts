import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { ApiError } from '@parlance/contract/errors';
import { errors } from 'jose';
import * as z from 'zod/mini';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { keyedHash } from './keyed-hash.ts';
import { signToken, verifyToken } from './tokens.ts';

const lifeSeconds = 5 * 60;
/** How long the browser waits for the device. */
export const challengeLifeMs = lifeSeconds * 1000;

/** What a challenge is for: a sign-in, or the addition of a passkey by one member. */
type Purpose = { for: 'sign-in' } | { for: 'add'; userId: string };

const markerOf = (purpose: Purpose): string => `passkey-${purpose.for}`;

const claims = z.object({ jti: z.string(), exp: z.number(), userId: z.optional(z.string()) });

export interface Challenge {
  challenge: string;
  expiresAt: Date;
}

/** The relying party: always that of PUBLIC_URL, because a caller chooses the Host header. */
export function relyingPartyOf({ config }: Platform): { rpId: string; origin: string } {
  const { hostname, origin } = new URL(config.publicUrl);
  return { rpId: hostname, origin };
}

/** Returns the origin of pages on which passkeys work, or null: browsers refuse them for IP addresses. */
export function passkeyOriginOf(platform: Platform): string | null {
  const { rpId, origin } = relyingPartyOf(platform);
  return isIP(rpId) === 0 && !rpId.startsWith('[') ? origin : null;
}

/** Creates a challenge. It is stored nowhere: the token carries it, signed. */
export async function createChallenge(platform: Platform, purpose: Purpose) {
  const challenge = randomBytes(32).toString('base64url');
  const iat = Math.floor(platform.clock.now().getTime() / 1000);
  const challengeToken = await signToken(platform, {
    ...('userId' in purpose && { userId: purpose.userId }),
    sub: markerOf(purpose),
    jti: challenge,
    iat,
    exp: iat + lifeSeconds,
  });
  return { challenge, challengeToken };
}

/** Verifies signature, purpose, member and expiry of a challenge. */
export async function readChallenge(platform: Platform, token: string, purpose: Purpose): Promise<Challenge> {
  try {
    const read = z.safeParse(claims, await verifyToken(platform, token, markerOf(purpose)));
    const userId = 'userId' in purpose ? purpose.userId : undefined;
    if (read.success && read.data.userId === userId)
      return { challenge: read.data.jti, expiresAt: new Date(read.data.exp * 1000) };
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
  }
  throw new ApiError('AccessNotVerified');
}

/** Marks a challenge as used in the transaction of the act: of two concurrent uses one succeeds, and a failed act leaves it valid. */
export async function spendChallenge(
  platform: Platform,
  tx: Tx,
  { challenge, expiresAt }: Challenge,
): Promise<void> {
  const spent = await tx
    .insertInto('used_passkey_challenges')
    .values({
      challenge_hash: keyedHash(platform, 'passkey-challenge', challenge),
      expires_at: expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('challenge_hash')
    .executeTakeFirst();
  if (!spent) throw new ApiError('AccessNotVerified');
}
