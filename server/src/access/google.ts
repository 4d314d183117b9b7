import { isEmail } from '@parlance/contract/access';
import { ApiError } from '@parlance/contract/errors';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import { nodeState } from '#platform/node-state';
import type { Platform } from '#platform/platform';

export interface GoogleIdentity {
  googleUserId: string;
  email: string;
  /** Whether Google issues this address itself, so that it had no previous owner elsewhere. */
  isEmailGoogles: boolean;
}

const identityClaims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.string().check(z.trim(), z.toLowerCase(), z.refine(isEmail)),
  email_verified: z.literal(true),
  hd: z.optional(z.string()),
});

// Asymmetric algorithms only: with a shared-secret algorithm the public key could sign tokens.
const algorithms = ['RS256', 'ES256'];
// Keys are cached and fetched again, with a cooldown, when a token names an unknown key.
const googleKeys = nodeState(
  ({ config: { google } }) =>
    google && createRemoteJWKSet(new URL(google.jwksUrl), { timeoutDuration: 5000 }),
);

/** Verifies a Google identity token: signature, issuer, audience, expiry and verified address. */
export async function readGoogleIdentity(platform: Platform, identityToken: string): Promise<GoogleIdentity> {
  const { google } = platform.config;
  const keys = googleKeys(platform);
  if (google === null || keys === null) throw new ApiError('GoogleAuthenticationNotSupported');
  let payload: JWTPayload;
  try {
    ({ payload } = await jwtVerify(identityToken, keys, {
      algorithms,
      // Google issues tokens with and without the scheme in the issuer.
      issuer: [google.issuer, google.issuer.replace(/^https:\/\//, '')],
      audience: google.clientId,
      requiredClaims: ['exp', 'sub'],
      currentDate: platform.clock.now(),
    }));
  } catch (error) {
    if (isFaultOfToken(error)) throw new ApiError('GoogleIdentityTokenInvalid');
    throw error;
  }
  const claims = z.safeParse(identityClaims, payload);
  if (!claims.success) throw new ApiError('GoogleIdentityTokenInvalid');
  const { sub, email, hd } = claims.data;
  return {
    googleUserId: sub,
    email,
    isEmailGoogles: hd !== undefined || /@(gmail|googlemail)\.com$/.test(email),
  };
}

// An unreachable key server does not make the token invalid.
function isFaultOfToken(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return false;
  return !(
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    error.code === 'ERR_JOSE_GENERIC'
  );
}
