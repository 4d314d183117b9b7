import type { AuthResult } from '@parlance/contract/access';
import { ApiError } from '@parlance/contract/errors';
import { sql } from 'kysely';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { recordSignIn, storeTimeZone } from './activity.ts';
import {
  type Credentials,
  connectNamesake,
  type FoundAccount,
  findByGoogle,
  findByOidc,
  findByProof,
} from './find-account.ts';
import { type GoogleIdentity, readGoogleIdentity } from './google.ts';
import { purgeInvitations } from './invitations.ts';
import { keyedHash } from './keyed-hash.ts';
import { purgeNetworks, rememberNetwork } from './known-networks.ts';
import { findByPasskey, provePasskey } from './passkey-sign-in.ts';
import { endSessions, startSession } from './sessions.ts';
import { purgeChanges } from './sign-in-methods.ts';

export {
  type ClientTimeZone,
  recordActivity,
  recordSignIn,
  storeTimeZone,
  touchLastActive,
} from './activity.ts';
export { adminUserId, forgetAdmin, isAdmin } from './admins.ts';
export { createAuthenticate } from './authenticate.ts';
export { findDeletionProof, readDeletionProof, refuseDeletionBy } from './deletion-proof.ts';
export { addressOf, type Credentials } from './find-account.ts';
export { type GoogleIdentity, readGoogleIdentity } from './google.ts';
export { type Identities, identityHashes, isBannedIdentity, oidcKey } from './identities.ts';
export {
  createInvitation,
  invitationsOf,
  programmeOfInvitation,
  revokeInvitation,
  takeInvitation,
} from './invitations.ts';
export { rememberNetwork } from './known-networks.ts';
export { tellDeleted } from './mails.ts';
export { type OidcIdentity, spendOidcToken } from './oidc.ts';
export { passkeyOriginOf } from './passkey-challenges.ts';
export { spendProof } from './proofs.ts';
export { seal, unseal } from './sealing.ts';
export { forgetSessions } from './session-states.ts';
export { endSessions, startSession } from './sessions.ts';
export {
  actOf,
  formerAddresses,
  hasSignInMethod,
  lockSignInMethods,
  noteChange,
  restoreWaysIn,
  type SignInMethods,
  waysInOf,
} from './sign-in-methods.ts';

/** Returns the verified Google identity, or null for address credentials. */
export async function googleIdentityIn(
  platform: Platform,
  { googleIdentityToken }: Credentials,
): Promise<GoogleIdentity | null> {
  return googleIdentityToken === undefined ? null : await readGoogleIdentity(platform, googleIdentityToken);
}

export async function signIn(
  platform: Platform,
  { userAgent, ip, ...entry }: Credentials & { userAgent: string; ip: string },
): Promise<AuthResult> {
  const google = await googleIdentityIn(platform, entry);
  const passkey = entry.passkey ? await provePasskey(platform, entry.passkey, ip) : null;
  const findAccount = async (tx: Tx): Promise<FoundAccount> => {
    if (passkey) return { user: await findByPasskey(platform, tx, passkey) };
    if (google) return findByGoogle(tx, google);
    return entry.oidcToken === undefined
      ? findByProof(platform, tx, entry)
      : findByOidc(platform, tx, entry.oidcToken);
  };
  const { tokens, tell } = await platform.db.transaction().execute(async (tx) => {
    const { user, connects } = await findAccount(tx);
    if (!user) throw new ApiError('UserNotFound');
    if (user.banned_at) throw new ApiError('UserBanned');
    await storeTimeZone(tx, user.user_id, entry);
    await recordSignIn(tx, platform.clock, user.user_id);
    const addresses = [user.email, user.phone];
    await rememberNetwork(platform, tx, { userId: user.user_id, addresses, ip });
    return {
      tell: connects ? await connectNamesake(platform, tx, user, connects) : null,
      tokens: await startSession(platform, tx, { userId: user.user_id, userAgent }),
    };
  });
  tell?.();
  return tokens;
}

/** Deletes the codes and guess counts of a deleted account's addresses. */
export async function forgetAddresses(platform: Platform, tx: Tx, addresses: string[]): Promise<void> {
  if (addresses.length === 0) return;
  const hashes = addresses.map((address) => keyedHash(platform, 'identifier', address));
  await tx.deleteFrom('access_verifications').where('identifier_hash', 'in', hashes).execute();
  await tx.deleteFrom('code_guesses').where('identifier_hash', 'in', hashes).execute();
}

/** Ends the sessions and sockets of a banned member. */
export function accessEffects(effects: Platform['effects']): void {
  effects.on('userBanned', async (platform, tx, { userId }) => {
    const disconnectSessions = await endSessions(platform, tx, { userId });
    return async () => {
      await disconnectSessions();
      platform.realtime.disconnectUser(userId);
    };
  });
}

const purgeEverySeconds = 3600;

/** Schedules the purge of expired verifications, sessions, challenges, tokens, guess counts, networks, invitations and undo links. */
export function accessJobs(platform: Platform): void {
  platform.jobs.every(purgeEverySeconds, 'purge-access', () => purgeAccess(platform));
}

async function purgeAccess(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  const aDayAgo = new Date(now.getTime() - 24 * 60 * 60 * 1000);
  // A day of grace, so that a late attempt gets a specific error.
  await db.deleteFrom('access_verifications').where('expires_at', '<', aDayAgo).execute();
  await db.deleteFrom('user_sessions').where('expires_at', '<', aDayAgo).execute();
  await db
    .deleteFrom('code_guesses')
    .where('has_long_codes', '=', false)
    .where(sql<boolean>`wrong_at[cardinality(wrong_at)] < ${aDayAgo}`)
    .execute();
  await db.deleteFrom('used_passkey_challenges').where('expires_at', '<', aDayAgo).execute();
  await db.deleteFrom('oidc_tokens').where('expires_at', '<', now).execute();
  await purgeInvitations(platform);
  await purgeNetworks(platform);
  await purgeChanges(platform);
}
