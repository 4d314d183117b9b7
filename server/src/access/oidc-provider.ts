import { isEmail } from '@parlance/contract/access';
import { ApiError } from '@parlance/contract/errors';
import * as openid from 'openid-client';
import { nodeState } from '#platform/node-state';
import { isLoopback } from '#platform/own-host';
import type { Platform } from '#platform/platform';
import type { OidcConfig } from '#platform/settings';

/** An identity as the provider describes it. */
export interface OidcIdentity {
  /** Part of the identity: two providers can give the same subject to two people. */
  issuer: string;
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  /** Whether a claim has a value of OIDC_AFFILIATION; null where none is asked for. */
  isAffiliated: boolean | null;
}

/** What binds the answer of the provider to the browser that asked. */
export interface OidcAttempt {
  state: string;
  nonce: string;
  verifier: string;
}

const timeoutSeconds = 5;
const describedForMs = 60 * 60 * 1000;
const subjectMaxLength = 255;

interface Described {
  metadata: openid.ServerMetadata;
  keys: openid.ExportedJWKSCache | null;
}

// Read on first use and not at the start: the server starts without its provider.
const descriptions = nodeState((): { reading: Promise<Described> | null; begunAt: number } => ({
  reading: null,
  begunAt: 0,
}));

function oidcOf({ config }: Platform): OidcConfig {
  if (config.oidc === null) throw new ApiError('IdentityProviderNotSupported');
  return config.oidc;
}

const redirectUriOf = ({ config }: Platform): string => `${config.publicUrl}/oidc`;

/** Returns the provider's description, read at most once an hour; concurrent calls share one request. */
async function describe(platform: Platform): Promise<Described> {
  const known = descriptions(platform);
  const now = platform.clock.now().getTime();
  if (known.reading === null || now - known.begunAt >= describedForMs) {
    known.reading = readDescription(oidcOf(platform));
    known.begunAt = now;
  }
  const { reading } = known;
  return reading.catch((cause: unknown) => {
    if (known.reading === reading) known.reading = null;
    throw unreachable(platform, cause);
  });
}

async function readDescription({ issuer, clientId }: OidcConfig): Promise<Described> {
  const found = await openid.discovery(new URL(issuer), clientId, undefined, openid.None(), {
    timeout: timeoutSeconds,
    ...(isHttpAllowed(issuer) && { execute: [openid.allowInsecureRequests] }),
  });
  return { metadata: found.serverMetadata(), keys: null };
}

const isHttpAllowed = (issuer: string): boolean => isLoopback(new URL(issuer).hostname);

async function connect(platform: Platform) {
  const described = await describe(platform);
  const { issuer, clientId, clientSecret } = oidcOf(platform);
  const { token_endpoint_auth_methods_supported: methods } = described.metadata;
  // The default of the specification; some providers accept the other one only.
  const isBasic = methods?.includes('client_secret_basic') ?? true;
  const client = new openid.Configuration(
    described.metadata,
    clientId,
    // The library reads the time of the machine.
    { [openid.clockSkew]: Math.round((platform.clock.now().getTime() - Date.now()) / 1000) },
    isBasic ? openid.ClientSecretBasic(clientSecret) : openid.ClientSecretPost(clientSecret),
  );
  client.timeout = timeoutSeconds;
  if (isHttpAllowed(issuer)) openid.allowInsecureRequests(client);
  // Without it the library trusts an identity token because of the connection on which it came, and checks no signature.
  openid.enableNonRepudiationChecks(client);
  if (described.keys) openid.setJwksCache(client, described.keys);
  return { client, described };
}

/** Creates an attempt and the address of the provider's page for it. */
export async function askProvider(platform: Platform): Promise<{ url: string; attempt: OidcAttempt }> {
  const { client } = await connect(platform);
  const attempt: OidcAttempt = {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
  };
  const url = openid.buildAuthorizationUrl(client, {
    redirect_uri: redirectUriOf(platform),
    scope: oidcOf(platform).scopes,
    code_challenge: await openid.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    state: attempt.state,
    nonce: attempt.nonce,
  });
  return { url: url.href, attempt };
}

/** Exchanges the provider's answer for the identity. The provider accepts each code once. */
export async function readIdentity(
  platform: Platform,
  attempt: OidcAttempt,
  answer: Record<string, string>,
): Promise<OidcIdentity> {
  const { client, described } = await connect(platform);
  try {
    const address = new URL(`${redirectUriOf(platform)}?${new URLSearchParams(answer)}`);
    const tokens = await openid.authorizationCodeGrant(client, address, {
      pkceCodeVerifier: attempt.verifier,
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      idTokenExpected: true,
    });
    described.keys = openid.getJwksCache(client) ?? null;
    const claims = tokens.claims();
    if (!claims || claims.sub.length > subjectMaxLength) throw new ApiError('IdentityProviderRefused');
    // A strictly conforming provider puts the subject alone into the identity token.
    const info = described.metadata.userinfo_endpoint
      ? await openid.fetchUserInfo(client, tokens.access_token, claims.sub)
      : {};
    return identityIn(oidcOf(platform), claims.sub, { ...claims, ...info });
  } catch (error) {
    throw isUnreachable(error) ? unreachable(platform, error) : refusalOf(platform, error);
  }
}

function identityIn(
  { issuer, affiliation }: OidcConfig,
  subject: string,
  claims: Record<string, unknown>,
): OidcIdentity {
  const email = typeof claims.email === 'string' ? claims.email.trim().toLowerCase() : '';
  const valuesOf = (claim: string): unknown[] => [claims[claim]].flat();
  return {
    issuer,
    subject,
    email: isEmail(email) ? email : null,
    // Absent, false and the text "true" count as not verified.
    isEmailVerified: isEmail(email) && claims.email_verified === true,
    isAffiliated:
      affiliation.length === 0
        ? null
        : affiliation.some(({ claim, value }) => valuesOf(claim).includes(value)),
  };
}

// A failed connection is a TypeError of fetch without a code; those of the library about its arguments have one.
function isUnreachable(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: unknown };
  if (error instanceof TypeError && code === undefined) return true;
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return true;
  return cause instanceof Response && cause.status >= 500;
}

/** The provider does not answer: nothing is wrong with the request, which can be repeated. */
function unreachable({ log }: Platform, cause: unknown): ApiError {
  log.warn({ err: cause }, 'the identity provider did not answer');
  return new ApiError('ServerError', { statusCode: 503, timeout: timeoutSeconds });
}

const refusals = [
  openid.ClientError,
  openid.ResponseBodyError,
  openid.AuthorizationResponseError,
  openid.WWWAuthenticateChallengeError,
];

// Logged without the cause's text, which can hold claims of a person.
function refusalOf({ log }: Platform, error: unknown): unknown {
  if (error instanceof ApiError) return error;
  if (!refusals.some((kind) => error instanceof kind)) return error;
  const { code, error: reason } = error as { code?: string; error?: string };
  // Only the operator can mend that.
  if (reason === 'invalid_client' || error instanceof openid.WWWAuthenticateChallengeError)
    log.error('the identity provider does not accept this server: check OIDC_CLIENT_SECRET');
  else log.warn({ code, reason }, 'the identity provider refused a sign-in');
  return new ApiError('IdentityProviderRefused');
}
