import type { AccessVerificationType } from '@parlance/contract/access';
import { ApiError } from '@parlance/contract/errors';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { keyedHash } from './keyed-hash.ts';

/** One code is enough to sign up after a sign-in found nobody. */
const interchangeable: readonly AccessVerificationType[] = ['sign-in', 'sign-up'];

interface Proof {
  token: string | undefined;
  /** 'entry' for sign-in and sign-up, whose proofs are interchangeable. */
  type: 'entry' | 'delete-user' | 'update-email' | 'update-phone';
  /** The proof must be of one of these. */
  addresses: string[];
  /** Who asked for the code, for the signed-in types. */
  userId?: string;
}

/**
 * Uses a proof up, in the transaction of the act it allows: when the act fails the proof is good for another attempt, and
 * of two acts at once only one gets it. Answers the address that it proves.
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
