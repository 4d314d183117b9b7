import type { AuthResult } from '@parlance/contract/access';
import type { PayloadOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import type { authenticate } from '@parlance/contract/sign-in';
import { sql } from 'kysely';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { recordSignIn, storeTimeZone } from './activity.ts';
import { type GoogleIdentity, readGoogleIdentity } from './google.ts';
import { keyedHash } from './keyed-hash.ts';
import { purgeNetworks, rememberNetwork } from './known-networks.ts';
import { findByPasskey, provePasskey } from './passkey-sign-in.ts';
import { spendProof } from './proofs.ts';
import { endSessions, startSession } from './sessions.ts';
import { noteChange, purgeChanges, type SignInMethods } from './sign-in-methods.ts';

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
export { type GoogleIdentity, readGoogleIdentity } from './google.ts';
export { type Identities, identityHashes, isBannedIdentity } from './identities.ts';
export { rememberNetwork } from './known-networks.ts';
export { tellDeleted } from './mails.ts';
export { passkeyOriginOf } from './passkey-challenges.ts';
export { spendProof } from './proofs.ts';
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
} from './sign-in-methods.ts';

/** Proof of identity: a confirmed address, a Google identity or a passkey. */
export type Credentials = PayloadOf<typeof authenticate>;

/** Returns the address in the credentials; a Google identity has none. */
export function addressOf({ email, phone }: Credentials): { column: 'email' | 'phone'; address: string } {
  if (email !== undefined) return { column: 'email', address: email };
  if (phone !== undefined) return { column: 'phone', address: phone };
  throw new ApiError('RequestDataInvalid', { fields: { email: 'Email or phone number is required' } });
}

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
  const { tokens, tell } = await platform.db.transaction().execute(async (tx) => {
    const user = passkey
      ? await findByPasskey(platform, tx, passkey)
      : google
        ? await findByGoogle(tx, google)
        : await findByProof(platform, tx, entry);
    if (!user) throw new ApiError('UserNotFound');
    if (user.banned_at) throw new ApiError('UserBanned');
    await storeTimeZone(tx, user.user_id, entry);
    await recordSignIn(tx, platform.clock, user.user_id);
    const addresses = [user.email, user.phone];
    await rememberNetwork(platform, tx, { userId: user.user_id, addresses, ip });
    return {
      tell: google && !passkey ? await connectNamesake(platform, tx, user, google) : null,
      tokens: await startSession(platform, tx, { userId: user.user_id, userAgent }),
    };
  });
  tell?.();
  return tokens;
}

const userColumns = ['user_id', 'banned_at', 'email', 'phone', 'google_user_id', 'locale'] as const;

async function findByProof(platform: Platform, tx: Tx, credentials: Credentials) {
  const { column, address } = addressOf(credentials);
  await spendProof(platform, tx, { type: 'entry', token: credentials.token, addresses: [address] });
  return tx.selectFrom('users').select(userColumns).where(column, '=', address).executeTakeFirst();
}

/**
 * Finds the account by Google identity, else by address. An account created with the address matches only when Google issues that
 * address itself: any other mailbox can have had a previous owner.
 */
async function findByGoogle(tx: Tx, { googleUserId, email, isEmailGoogles }: GoogleIdentity) {
  const known = await tx
    .selectFrom('users')
    .select(userColumns)
    .where('google_user_id', '=', googleUserId)
    .executeTakeFirst();
  if (known) return known;
  const namesake = await tx
    .selectFrom('users')
    .select(userColumns)
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
  if (!namesake || namesake.banned_at || namesake.google_user_id === googleUserId) return namesake;
  if (!isEmailGoogles || namesake.google_user_id !== null) throw new ApiError('EmailTaken');
  return namesake;
}

/** Connects the Google identity to the account found by address; returns the notification to run after the commit. */
async function connectNamesake(
  platform: Platform,
  tx: Tx,
  user: SignInMethods & { user_id: string; locale: string | null },
  { googleUserId }: GoogleIdentity,
): Promise<(() => void) | null> {
  if (user.google_user_id === googleUserId) return null;
  const { user_id: userId, email, phone, google_user_id, locale } = user;
  const before = { email, phone, google_user_id, locale };
  await tx.updateTable('users').set({ google_user_id: googleUserId }).where('user_id', '=', userId).execute();
  return noteChange(platform, tx, { userId, way: 'google', act: 'added', before });
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

/** Schedules the purge of expired verifications, sessions, challenges, guess counts, networks and undo links. */
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
  await purgeNetworks(platform);
  await purgeChanges(platform);
}
