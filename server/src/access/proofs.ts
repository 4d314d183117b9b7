import type { AccessVerificationType } from '@parlance/contract/access';
import { ApiError } from '@parlance/contract/errors';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { keyedHash } from './keyed-hash.ts';

/** One code is enough to sign up after a sign-in found no account. */
const interchangeable: readonly AccessVerificationType[] = ['sign-in', 'sign-up'];

interface Proof {
  token: string | undefined;
  /** 'entry' for sign-in and sign-up, whose proofs are interchangeable. */
  type: 'entry' | 'add-passkey' | 'delete-user' | 'update-email' | 'update-phone';
  /** The proof must be for one of these addresses. */
  addresses: string[];
  /** Who requested the code, for the signed-in types. */
  userId?: string;
}

/**
 * Consumes a proof in the transaction of the action it authorizes: a failed action leaves the proof valid, and only one of two
 * concurrent actions gets it. Returns the proven address.
 */
export async function spendProof(platform: Platform, tx: Tx, proof: Proof): Promise<string> {
  if (proof.token === undefined || proof.addresses.length === 0) throw new ApiError('AccessNotVerified');
  const now = platform.clock.now();
  const hashes = proof.addresses.map((address) => keyedHash(platform, 'identifier', address));
  const spent = await tx
    .updateTable('access_verifications')
    .set({ token_used_at: now })
    .where('token_hash', '=', keyedHash(platform, 'proof', proof.token))
    .where('token_used_at', 'is', null)
    .where('token_expires_at', '>', now)
    .where('type', 'in', proof.type === 'entry' ? interchangeable : [proof.type])
    .where('identifier_hash', 'in', hashes)
    .where('user_id', 'is not distinct from', proof.userId ?? null)
    .returning('identifier_hash')
    .executeTakeFirst();
  const proved = proof.addresses[hashes.findIndex((hash) => spent?.identifier_hash.equals(hash))];
  if (proved === undefined) throw new ApiError('AccessNotVerified');
  return proved;
}
