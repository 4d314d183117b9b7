import { randomBytes } from 'node:crypto';
import { ApiError } from '@parlance/contract/errors';
import { uuid } from '@parlance/contract/text';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { Platform } from '#platform/platform';
import { keyedHash } from './keyed-hash.ts';

const accessTokenLifeSeconds = 15 * 60;
/** What tells the two kinds apart, since one secret signs both. */
const marker = { access: 'access-token', refresh: 'refresh-token' };

const accessClaims = z.object({ userId: uuid, userSessionId: uuid, jti: z.string(), exp: z.number() });
const refreshClaims = z.object({ userSessionId: uuid });

/** What an access token says once its signature is checked; `exp` is in seconds. */
export type AccessClaims = z.output<typeof accessClaims>;

/** The state of a session that its tokens are made from. */
export interface TokenSource {
  userId: string;
  userSessionId: string;
  generation: number;
  rotatedAt: Date;
  expiresAt: Date;
}

/** A fresh access token. Its id begins with the generation of refresh tokens that it was handed out with. */
export function signAccessToken(
  platform: Platform,
  { userId, userSessionId, generation }: TokenSource,
): Promise<string> {
  const iat = seconds(platform.clock.now());
  return sign(platform, {
    userId,
    userSessionId,
    sub: marker.access,
    jti: `${generation}.${randomBytes(12).toString('base64url')}`,
    iat,
    exp: iat + accessTokenLifeSeconds,
  });
}

/** The generation that an access token was handed out with. */
export const generationOf = ({ jti }: AccessClaims): number => Number.parseInt(jti, 10);

/**
 * The refresh token of a session's present generation. It follows from the session's row, so the same one can be answered
 * twice although only its hash is stored.
 */
export function signRefreshToken(platform: Platform, source: TokenSource): Promise<string> {
  const { userSessionId, generation, rotatedAt, expiresAt } = source;
  const id = keyedHash(platform, 'refresh-token-id', `${userSessionId}:${generation}`);
  return sign(platform, {
    userSessionId,
    sub: marker.refresh,
    jti: id.toString('base64url'),
    iat: seconds(rotatedAt),
    exp: seconds(expiresAt),
  });
}

/** Checks signature, marker and life. */
export async function readAccessToken(platform: Platform, token: string): Promise<AccessClaims> {
  try {
    const claims = z.safeParse(accessClaims, await verify(platform, token, marker.access));
    if (claims.success) return claims.data;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new ApiError('AccessTokenExpired');
    if (!(error instanceof errors.JOSEError)) throw error;
  }
  throw new ApiError('AccessTokenInvalid');
}

/** Answers the session a refresh token belongs to; whether it is the newest is for the session to say. */
export async function readRefreshToken(platform: Platform, token: string): Promise<string> {
  try {
    const claims = z.safeParse(refreshClaims, await verify(platform, token, marker.refresh));
    if (claims.success) return claims.data.userSessionId;
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
  }
  throw new ApiError('RefreshTokenInvalid');
}

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

// The tokens are what TOKEN_SECRET is named for: it signs them as it is. Everything else uses keyed hashes with a purpose.
const keyOf = ({ secret }: Platform): Uint8Array => new TextEncoder().encode(secret);

function sign(platform: Platform, claims: JWTPayload): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(keyOf(platform));
}

async function verify(platform: Platform, token: string, subject: string): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, keyOf(platform), {
    algorithms: ['HS256'],
    subject,
    requiredClaims: ['exp', 'iat'],
    currentDate: platform.clock.now(),
  });
  return payload;
}
