import { randomBytes } from 'node:crypto';
import { ApiError } from '@parlance/contract/errors';
import { uuid } from '@parlance/contract/text';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { nodeState } from '#platform/node-state';
import type { Platform } from '#platform/platform';
import { keyedHash } from './keyed-hash.ts';

const accessTokenLifeSeconds = 15 * 60;
/** Distinguishes the two token kinds, which share one secret. */
const marker = { access: 'access-token', refresh: 'refresh-token' };

const accessClaims = z.object({ userId: uuid, userSessionId: uuid, jti: z.string(), exp: z.number() });
const refreshClaims = z.object({ userSessionId: uuid });

/** The verified claims of an access token; `exp` is in seconds. */
export type AccessClaims = z.output<typeof accessClaims>;

export interface TokenSource {
  userId: string;
  userSessionId: string;
  generation: number;
  rotatedAt: Date;
  expiresAt: Date;
}

/** Signs a new access token. Its id starts with the refresh token generation it was issued with. */
export function signAccessToken(
  platform: Platform,
  { userId, userSessionId, generation }: TokenSource,
): Promise<string> {
  const iat = seconds(platform.clock.now());
  return signToken(platform, {
    userId,
    userSessionId,
    sub: marker.access,
    jti: `${generation}.${randomBytes(12).toString('base64url')}`,
    iat,
    exp: iat + accessTokenLifeSeconds,
  });
}

/** Returns the generation that an access token was issued with. */
export const generationOf = ({ jti }: AccessClaims): number => Number.parseInt(jti, 10);

/** Signs the current refresh token. It is derived from the session row, so it can be reissued although only its hash is stored. */
export function signRefreshToken(platform: Platform, source: TokenSource): Promise<string> {
  const { userSessionId, generation, rotatedAt, expiresAt } = source;
  const id = keyedHash(platform, 'refresh-token-id', `${userSessionId}:${generation}`);
  return signToken(platform, {
    userSessionId,
    sub: marker.refresh,
    jti: id.toString('base64url'),
    iat: seconds(rotatedAt),
    exp: seconds(expiresAt),
  });
}

/** Verifies signature, marker and expiry. */
export async function readAccessToken(platform: Platform, token: string): Promise<AccessClaims> {
  try {
    const claims = z.safeParse(accessClaims, await verifyToken(platform, token, marker.access));
    if (claims.success) return claims.data;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new ApiError('AccessTokenExpired');
    if (!(error instanceof errors.JOSEError)) throw error;
  }
  throw new ApiError('AccessTokenInvalid');
}

/** Returns the session id of a refresh token; the session decides whether the token is the newest. */
export async function readRefreshToken(platform: Platform, token: string): Promise<string> {
  try {
    const claims = z.safeParse(refreshClaims, await verifyToken(platform, token, marker.refresh));
    if (claims.success) return claims.data.userSessionId;
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
  }
  throw new ApiError('RefreshTokenInvalid');
}

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

// TOKEN_SECRET signs tokens directly. Every other use goes through keyed hashes with a purpose. Imported once: jose would import raw bytes
// for each token, which costs as much as the signature.
const keyOf = nodeState(({ secret }: Platform) =>
  crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]),
);

/** Signs claims; `sub` tells the kinds of tokens apart, which share one secret. */
export async function signToken(platform: Platform, claims: JWTPayload): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(await keyOf(platform));
}

/** Verifies signature, kind and expiry; throws a JOSEError. */
export async function verifyToken(platform: Platform, token: string, subject: string): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, await keyOf(platform), {
    algorithms: ['HS256'],
    subject,
    requiredClaims: ['exp', 'iat'],
    currentDate: platform.clock.now(),
  });
  return payload;
}
