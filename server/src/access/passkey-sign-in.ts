import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import type { beginPasskeySignIn } from '@parlance/contract/passkeys';
import type { authenticate } from '@parlance/contract/sign-in';
import type { Tx } from '#platform/effects';
import { networkOf } from '#platform/network';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import { wordsFor } from '#platform/reader-words';
import { mailCopiedPasskey } from './change-mails.ts';
import {
  type Challenge,
  challengeLifeMs,
  createChallenge,
  readChallenge,
  relyingPartyOf,
  spendChallenge,
} from './passkey-challenges.ts';
import { verifyAssertion } from './passkey-verifier.ts';

const minuteMs = 60_000;
const signInsPerNetwork = { limit: 30, windowMs: 10 * minuteMs };
const warningsPerPasskey = { limit: 1, windowMs: 60 * minuteMs };

type PasskeyEntry = NonNullable<PayloadOf<typeof authenticate>['passkey']>;

/** Starts a sign-in: no account is looked up and nothing is stored. */
export async function beginSignIn(platform: Platform): Promise<ResultOf<typeof beginPasskeySignIn>> {
  const { challenge, challengeToken } = await createChallenge(platform, { for: 'sign-in' });
  const { rpId } = relyingPartyOf(platform);
  return {
    challengeToken,
    options: { challenge, rpId, timeout: challengeLifeMs, userVerification: 'required' },
  };
}

/** A passkey whose signature was verified; `findByPasskey` uses it up. */
export interface ProvenPasskey {
  passkeyId: string;
  userId: string;
  challenge: Challenge;
  counter: number;
  isSynced: boolean;
}

/** Verifies a passkey. Unknown, removed and malformed ones get the same error, so that it reveals no account. */
export async function provePasskey(
  platform: Platform,
  { challengeToken, credential }: PasskeyEntry,
  ip: string,
): Promise<ProvenPasskey> {
  refuseOver(await platform.limits.take([{ key: `passkey-sign-in:${networkOf(ip)}`, ...signInsPerNetwork }]));
  const challenge = await readChallenge(platform, challengeToken, { for: 'sign-in' });
  const stored = await platform.db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.user_id', 'passkeys.user_id')
    .select(['passkey_id', 'users.user_id', 'public_key', 'algorithm', 'counter', 'passkeys.name'])
    .select(['passkey_handle', 'email', 'locale'])
    .where('credential_id', '=', Buffer.from(credential.id, 'base64url'))
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!stored || stored.passkey_handle?.toString('base64url') !== credential.response.userHandle)
    throw new ApiError('AccessNotVerified');
  const verified = await verifyAssertion(platform, challenge.challenge, credential, stored);
  if (!verified) throw new ApiError('AccessNotVerified');
  const { counter, isSynced } = verified;
  const { passkey_id: passkeyId, user_id: userId, name, email, locale } = stored;
  if (isCopy(stored.counter, counter)) {
    const taken = await platform.limits.take([{ key: `passkey-copy:${passkeyId}`, ...warningsPerPasskey }]);
    if (taken.ok && email)
      mailCopiedPasskey(platform, { to: email, words: wordsFor(platform, locale), name });
    throw new ApiError('AccessNotVerified');
  }
  return { passkeyId, userId, challenge, counter, isSynced };
}

// A device counts its signatures, or sends 0 each time. A count that does not grow comes from a copy.
const isCopy = (stored: number, counter: number): boolean =>
  counter <= stored && !(counter === 0 && stored === 0);

/** Uses up the proof and locks the user before the passkey, in the order of an undo. */
export async function findByPasskey(platform: Platform, tx: Tx, proven: ProvenPasskey) {
  const { passkeyId, userId, challenge, counter, isSynced } = proven;
  const user = await tx
    .selectFrom('users')
    .select(['user_id', 'banned_at', 'email', 'phone', 'google_user_id', 'locale'])
    .select(['oidc_issuer', 'oidc_subject'])
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  await spendChallenge(platform, tx, challenge);
  // Checked again by the statement: a removal, an undo or another sign-in can have come in between.
  const used = await tx
    .updateTable('passkeys')
    .set({ counter, is_synced: isSynced, last_used_at: platform.clock.now() })
    .where('passkey_id', '=', passkeyId)
    .where('removed_at', 'is', null)
    .where((eb) => (counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', counter)))
    .returning('passkey_id')
    .executeTakeFirst();
  if (!user || !used) throw new ApiError('AccessNotVerified');
  return user;
}
