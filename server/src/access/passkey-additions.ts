import { randomBytes } from 'node:crypto';
import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import { filled } from '@parlance/contract/message';
import {
  type addPasskey as addCall,
  type beginPasskey as beginCall,
  type Passkey,
  passkeysMax,
} from '@parlance/contract/passkeys';
import type { Tx } from '#platform/effects';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import type { Caller } from '#platform/serve';
import {
  challengeLifeMs,
  createChallenge,
  readChallenge,
  relyingPartyOf,
  spendChallenge,
} from './passkey-challenges.ts';
import { passkeyAlgorithms, verifyRegistration } from './passkey-verifier.ts';
import { accountOf, livePasskeys, passkeyOf } from './passkeys.ts';
import { spendProof } from './proofs.ts';
import { lockSignInMethods, noteChange } from './sign-in-methods.ts';

const hourMs = 60 * 60 * 1000;
const additionsAnHour = 10;
const freshSessionMs = 10 * 60 * 1000;
const productName = 'Parlance';

/** Starts an addition. Devices know the account by a random handle, which is created here. */
export async function beginPasskey(platform: Platform, caller: Caller): Promise<ResultOf<typeof beginCall>> {
  const { userId } = caller;
  const present = await livePasskeys(platform.db, userId);
  refuseTooMany(present.length);
  await platform.db
    .updateTable('users')
    .set({ passkey_handle: randomBytes(32) })
    .where('user_id', '=', userId)
    .where('passkey_handle', 'is', null)
    .execute();
  const { handle, name, displayName } = await accountOf(platform, userId);
  const { challenge, challengeToken } = await createChallenge(platform, { for: 'add', userId });
  return {
    challengeToken,
    needsCode: !(await isFreshSession(platform, platform.db, caller)),
    options: {
      challenge,
      rp: { id: relyingPartyOf(platform).rpId, name: productName },
      user: { id: handle?.toString('base64url') ?? '', name, displayName },
      pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout: challengeLifeMs,
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: present.map(({ credential_id, transports }) => ({
        type: 'public-key',
        id: credential_id.toString('base64url'),
        transports,
      })),
    },
  };
}

/** Adds a passkey. A session that began long ago needs a code too, so that a stolen one gains no lasting access. */
export async function addPasskey(
  platform: Platform,
  caller: Caller,
  { challengeToken, name, credential, token }: PayloadOf<typeof addCall>,
): Promise<Passkey> {
  const { userId } = caller;
  refuseOver(
    await platform.limits.take([{ key: `passkey-add:${userId}`, limit: additionsAnHour, windowMs: hourMs }]),
  );
  const challenge = await readChallenge(platform, challengeToken, { for: 'add', userId });
  const made = await verifyRegistration(platform, challenge.challenge, credential);
  if (!made) throw new ApiError('AccessNotVerified');
  const { row, tell } = await platform.db.transaction().execute(async (tx) => {
    const before = await lockSignInMethods(tx, userId);
    if (!(await isFreshSession(platform, tx, caller))) {
      const addresses = [before.email, before.phone].filter((address) => address !== null);
      await spendProof(platform, tx, { type: 'add-passkey', token, addresses, userId });
    }
    await spendChallenge(platform, tx, challenge);
    refuseTooMany((await livePasskeys(tx, userId)).length);
    const told = await noteChange(platform, tx, { userId, way: 'passkey', act: 'added', before });
    const added = await tx
      .insertInto('passkeys')
      .values({
        passkey_id: newId(platform.clock),
        user_id: userId,
        credential_id: made.credentialId,
        public_key: made.publicKey,
        algorithm: made.algorithm,
        counter: made.counter,
        is_synced: made.isSynced,
        transports: made.transports,
        name,
        created_at: platform.clock.now(),
      })
      // The id of any other passkey, removed ones included.
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returningAll()
      .executeTakeFirstOrThrow(() => new ApiError('AccessNotVerified'));
    return { row: added, tell: told };
  });
  tell();
  return passkeyOf(row);
}

function refuseTooMany(count: number): void {
  if (count >= passkeysMax) {
    throw new ApiError(
      'NotAllowed',
      filled('You have {max} passkeys. Remove one first.', { max: passkeysMax }),
    );
  }
}

// Under the lock of the user it also sees that an undo has just ended the session; the caches of other nodes know a second later.
async function isFreshSession(
  { clock }: Platform,
  db: Platform['db'] | Tx,
  { userSessionId }: Caller,
): Promise<boolean> {
  const fresh = await db
    .selectFrom('user_sessions')
    .select('user_session_id')
    .where('user_session_id', '=', userSessionId)
    .where('ended_at', 'is', null)
    .where('created_at', '>=', new Date(clock.now().getTime() - freshSessionMs))
    .executeTakeFirst();
  return fresh !== undefined;
}
