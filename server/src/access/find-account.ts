import type { PayloadOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import type { authenticate } from '@parlance/contract/sign-in';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import type { GoogleIdentity } from './google.ts';
import { type OidcIdentity, spendOidcToken } from './oidc.ts';
import { spendProof } from './proofs.ts';
import { noteChange, type SignInMethods } from './sign-in-methods.ts';

/** Proof of identity: a confirmed address, a Google identity, an identity of the provider or a passkey. */
export type Credentials = PayloadOf<typeof authenticate>;

/** Returns the address in the credentials; a Google identity has none. */
export function addressOf({ email, phone }: Credentials): { column: 'email' | 'phone'; address: string } {
  if (email !== undefined) return { column: 'email', address: email };
  if (phone !== undefined) return { column: 'phone', address: phone };
  throw new ApiError('RequestDataInvalid', { fields: { email: 'Email or phone number is required' } });
}

export const userColumns = [
  'user_id',
  'banned_at',
  'email',
  'phone',
  'google_user_id',
  'oidc_issuer',
  'oidc_subject',
  'locale',
] as const;

type FoundUser = SignInMethods & { user_id: string; banned_at: Date | null; locale: string | null };

/** An account, and the identity that the sign-in connects to it. */
export interface FoundAccount {
  user: FoundUser | undefined;
  connects?: { way: 'google' | 'oidc'; columns: Partial<SignInMethods> };
}

export async function findByProof(
  platform: Platform,
  tx: Tx,
  credentials: Credentials,
): Promise<FoundAccount> {
  const { column, address } = addressOf(credentials);
  await spendProof(platform, tx, { type: 'entry', token: credentials.token, addresses: [address] });
  return {
    user: await tx.selectFrom('users').select(userColumns).where(column, '=', address).executeTakeFirst(),
  };
}

const findNamesake = (tx: Tx, email: string) =>
  tx.selectFrom('users').select(userColumns).where('email', '=', email).forUpdate().executeTakeFirst();

/**
 * Finds the account by Google identity, else by address. An account created with the address matches only when Google issues that
 * address itself: any other mailbox can have had a previous owner.
 */
export async function findByGoogle(tx: Tx, identity: GoogleIdentity): Promise<FoundAccount> {
  const { googleUserId, email, isEmailGoogles } = identity;
  const known = await tx
    .selectFrom('users')
    .select(userColumns)
    .where('google_user_id', '=', googleUserId)
    .executeTakeFirst();
  if (known) return { user: known };
  const user = await findNamesake(tx, email);
  if (!user || user.banned_at || user.google_user_id === googleUserId) return { user };
  if (!isEmailGoogles || user.google_user_id !== null) throw new ApiError('EmailTaken');
  return { user, connects: { way: 'google', columns: { google_user_id: googleUserId } } };
}

/**
 * Finds the account by issuer and subject, else by a verified address. An account created with the address matches only where the
 * provider assigns the addresses it verifies (OIDC_OWNS_EMAIL).
 */
export async function findByOidc(platform: Platform, tx: Tx, token: string): Promise<FoundAccount> {
  const identity = await spendOidcToken(platform, tx, token);
  const { issuer, subject, email, isEmailVerified } = identity;
  const known = await tx
    .selectFrom('users')
    .select(userColumns)
    .where('oidc_issuer', '=', issuer)
    .where('oidc_subject', '=', subject)
    .executeTakeFirst();
  if (known) {
    await noteAffiliation(tx, known.user_id, identity);
    return { user: known };
  }
  const user = email !== null && isEmailVerified ? await findNamesake(tx, email) : undefined;
  if (!user || user.banned_at) return { user };
  // A sign-in at the same moment has connected it.
  if (user.oidc_issuer === issuer && user.oidc_subject === subject) return { user };
  if (!platform.config.oidc?.ownsEmail || user.oidc_subject !== null) throw new ApiError('EmailTaken');
  await noteAffiliation(tx, user.user_id, identity);
  return { user, connects: { way: 'oidc', columns: { oidc_issuer: issuer, oidc_subject: subject } } };
}

/** Stores the affiliation that the provider states at each sign-in. */
async function noteAffiliation(tx: Tx, userId: string, { isAffiliated }: OidcIdentity): Promise<void> {
  await tx
    .updateTable('users')
    .set({ oidc_affiliated: isAffiliated })
    .where('user_id', '=', userId)
    .where('oidc_affiliated', 'is distinct from', isAffiliated)
    .execute();
}

/** Connects an identity to the account found by address; returns the notification to run after the commit. */
export async function connectNamesake(
  platform: Platform,
  tx: Tx,
  before: FoundUser,
  { way, columns }: NonNullable<FoundAccount['connects']>,
): Promise<() => void> {
  const { user_id: userId } = before;
  await tx.updateTable('users').set(columns).where('user_id', '=', userId).execute();
  return noteChange(platform, tx, { userId, way, act: 'added', before });
}
