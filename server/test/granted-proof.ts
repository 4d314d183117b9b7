import { randomBytes } from 'node:crypto';
import { keyedHash } from '#access/keyed-hash';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';

const lifeMs = 10 * 60_000;

/**
 * Stores a confirmed code for an address and returns its proof. Two calls, a mail and their limits take half the time of a sign-up, and
 * nearly every test signs somebody up; the tests of codes use the calls.
 */
export async function grantProof(platform: Platform, address: string): Promise<string> {
  const now = platform.clock.now();
  const expiresAt = new Date(now.getTime() + lifeMs);
  const token = randomBytes(32).toString('base64url');
  await platform.db
    .insertInto('access_verifications')
    .values({
      access_verification_id: newId(platform.clock),
      type: 'sign-in',
      identifier_hash: keyedHash(platform, 'identifier', address),
      code_hash: randomBytes(32),
      created_at: now,
      expires_at: expiresAt,
      completed_at: now,
      token_hash: keyedHash(platform, 'proof', token),
      token_expires_at: expiresAt,
    })
    .execute();
  return token;
}
