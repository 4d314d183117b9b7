import type { AuthResult } from '@parlance/contract/access';
import type { createUser } from '@parlance/contract/account';
import type { PayloadOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import {
  addressOf,
  type ClientTimeZone,
  type Credentials,
  forgetAdmin,
  type GoogleIdentity,
  googleIdentityIn,
  type Identities,
  isBannedIdentity,
  recordSignIn,
  rememberNetwork,
  spendProof,
  startSession,
} from '#access/access';
import type { Tx } from '#platform/effects';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import { pageLocale } from '#platform/reader-words';
import { refuseTaken } from './taken.ts';

type SignUp = PayloadOf<typeof createUser> & {
  userAgent: string;
  acceptLanguage: string | undefined;
  ip: string;
};

/** Creates an account for a confirmed address or a Google identity, and signs it in. */
export async function signUp(platform: Platform, entry: SignUp): Promise<AuthResult> {
  const google = await googleIdentityIn(platform, entry);
  const tokens = await refuseTaken(() =>
    platform.db.transaction().execute(async (tx) => {
      const identity = google ? googleIdentities(google) : await provenAddress(platform, tx, entry);
      if (await isBannedIdentity(platform, tx, identity)) throw new ApiError('UserBanned');
      const userId = await insertUser(platform, tx, { ...entry, identity });
      await recordSignIn(tx, platform.clock, userId);
      const addresses = [identity.email, identity.phone];
      await rememberNetwork(platform, tx, { userId, addresses, ip: entry.ip });
      return startSession(platform, tx, { userId, userAgent: entry.userAgent });
    }),
  );
  forgetAdmin(platform);
  return tokens;
}

const googleIdentities = ({ googleUserId, email }: GoogleIdentity): Identities => ({ googleUserId, email });

async function provenAddress(platform: Platform, tx: Tx, credentials: Credentials): Promise<Identities> {
  const { column, address } = addressOf(credentials);
  await spendProof(platform, tx, { type: 'entry', token: credentials.token, addresses: [address] });
  return { [column]: address };
}

interface NewUser extends ClientTimeZone {
  identity: Identities;
  name?: string | undefined;
  acceptLanguage: string | undefined;
}

async function insertUser(platform: Platform, tx: Tx, user: NewUser): Promise<string> {
  const now = platform.clock.now();
  const userId = newId(platform.clock);
  const { email = null, phone = null, googleUserId = null } = user.identity;
  if (googleUserId !== null) await refuseKnownGoogle(tx, googleUserId);
  await tx
    .insertInto('users')
    .values({
      user_id: userId,
      created_at: now,
      updated_at: now,
      email,
      phone,
      google_user_id: googleUserId,
      name: user.name ?? '',
      time_zone: user.timeZone ?? null,
      local_tz_offset: user.localTZOffset ?? null,
      locale: pageLocale(platform, user.acceptLanguage),
    })
    .execute();
  return userId;
}

// An identity usually repeats with its address: checked first, so the reported conflict does not depend on index order.
async function refuseKnownGoogle(tx: Tx, googleUserId: string): Promise<void> {
  const known = await tx
    .selectFrom('users')
    .select('user_id')
    .where('google_user_id', '=', googleUserId)
    .executeTakeFirst();
  if (known) throw new ApiError('GoogleIdentityExistsAlready');
}
