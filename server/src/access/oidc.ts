import { randomBytes } from 'node:crypto';
import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import type { beginOidc, completeOidc } from '@parlance/contract/oidc';
import type { Tx } from '#platform/effects';
import { networkOf } from '#platform/network';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import type { Call } from '#platform/serve';
import { keyedHash } from './keyed-hash.ts';
import type { OidcAttempt, OidcIdentity } from './oidc-provider.ts';
import { seal, unseal } from './sealing.ts';

export type { OidcIdentity } from './oidc-provider.ts';

const lifeSeconds = 10 * 60;
const lifeMs = lifeSeconds * 1000;
const cookieName = 'oidc';
const sentAttempt = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]+)`);
// A whole lecture hall can share one network.
const attemptsPerNetwork = { burst: 300, perSecond: 0.5 };

type Asker = Pick<Call<typeof beginOidc>, 'ip' | 'cookies' | 'setCookie'>;

// Loaded on use: most installations have no provider.
async function providerOf(platform: Platform, { ip }: Asker) {
  if (platform.config.oidc === null) throw new ApiError('IdentityProviderNotSupported');
  refuseOver(await platform.limits.takeToken({ key: `oidc:${networkOf(ip)}`, ...attemptsPerNetwork }));
  return import('./oidc-provider.ts');
}

/** Starts a sign-in. Its state is sealed into a cookie, so that any node can complete it and another browser cannot. */
export async function beginAtProvider(platform: Platform, asker: Asker): Promise<ResultOf<typeof beginOidc>> {
  const { askProvider } = await providerOf(platform, asker);
  const { url, attempt } = await askProvider(platform);
  const expiresAt = platform.clock.now().getTime() + lifeMs;
  const sealed = seal(stateKey(platform), JSON.stringify({ ...attempt, expiresAt })).toString('base64url');
  asker.setCookie(cookieOf(platform, sealed, lifeSeconds));
  return { url };
}

/** Completes a sign-in: the answer of the provider becomes a token, which the sign-in or sign-up consumes. */
export async function completeAtProvider(
  platform: Platform,
  asker: Asker,
  { code, state, iss }: PayloadOf<typeof completeOidc>,
): Promise<ResultOf<typeof completeOidc>> {
  const { readIdentity } = await providerOf(platform, asker);
  const attempt = attemptIn(platform, asker.cookies);
  if (attempt === null) throw new ApiError('IdentityProviderRefused');
  const answer = { code, state, ...(iss !== undefined && { iss }) };
  const identity = await readIdentity(platform, attempt, answer);
  asker.setCookie(cookieOf(platform, '', 0));
  const { email, isEmailVerified } = identity;
  return { oidcToken: await storeToken(platform, identity), email, isEmailVerified };
}

const stateKey = (platform: Platform): Buffer => keyedHash(platform, 'oidc-state', 'cookie');

// Lax, since the provider's page leads back to ours.
function cookieOf({ config }: Platform, value: string, maxAge: number): string {
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName}=${value}; Max-Age=${maxAge}; Path=/v1/oidc; HttpOnly; SameSite=Lax${secure}`;
}

function attemptIn(platform: Platform, cookies: string | undefined): OidcAttempt | null {
  const sealed = sentAttempt.exec(cookies ?? '')?.[1];
  const text = sealed === undefined ? null : unseal(stateKey(platform), Buffer.from(sealed, 'base64url'));
  if (text === null) return null;
  const { expiresAt, ...attempt } = JSON.parse(text) as OidcAttempt & { expiresAt: number };
  return expiresAt > platform.clock.now().getTime() ? attempt : null;
}

const hashOf = (platform: Platform, token: string): Buffer => keyedHash(platform, 'oidc-token', token);
// Follows from the token, which is not stored: the row alone cannot be read.
const identityKey = (platform: Platform, token: string): Buffer => keyedHash(platform, 'oidc-key', token);

async function storeToken(platform: Platform, identity: OidcIdentity): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await platform.db
    .insertInto('oidc_tokens')
    .values({
      token_hash: hashOf(platform, token),
      sealed_identity: seal(identityKey(platform, token), JSON.stringify(identity)),
      expires_at: new Date(platform.clock.now().getTime() + lifeMs),
    })
    .execute();
  return token;
}

/** Consumes a token in the transaction of the action it authorizes, like `spendProof`, and returns the identity. */
export async function spendOidcToken(platform: Platform, tx: Tx, token: string): Promise<OidcIdentity> {
  if (platform.config.oidc === null) throw new ApiError('IdentityProviderNotSupported');
  const spent = await tx
    .deleteFrom('oidc_tokens')
    .where('token_hash', '=', hashOf(platform, token))
    .where('expires_at', '>', platform.clock.now())
    .returning('sealed_identity')
    .executeTakeFirst();
  const text = spent ? unseal(identityKey(platform, token), spent.sealed_identity) : null;
  const identity = text === null ? null : (JSON.parse(text) as OidcIdentity);
  // A token of before a change of OIDC_ISSUER is of another provider.
  if (identity?.issuer !== platform.config.oidc.issuer) throw new ApiError('AccessNotVerified');
  return identity;
}
