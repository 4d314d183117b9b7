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
  type OidcIdentity,
  oidcKey,
  recordSignIn,
  rememberNetwork,
  spendOidcToken,
  spendProof,
  startSession,
} from '#access/access';
import type { Tx } from '#platform/effects';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import { pageLocale } from '#platform/reader-words';
import { countNewcomer, refuseNewcomer } from './admission.ts';
import { isName } from './person-name.ts';
import { refuseTaken } from './taken.ts';

type SignUp = PayloadOf<typeof createUser> & {
  userAgent: string;
  acceptLanguage: string | undefined;
  ip: string;
};

/** Creates an account for a confirmed address, a Google identity or an identity of the provider, and signs it in. */
export async function signUp(platform: Platform, entry: SignUp): Promise<AuthResult> {
  const google = await googleIdentityIn(platform, entry);
  const tokens = await refuseTaken(() =>
    platform.db.transaction().execute(async (tx) => {
      const proven = google
        ? googleProof(google)
        : entry.oidcToken === undefined
          ? await provenAddress(platform, tx, entry)
          : await oidcProof(platform, tx, entry.oidcToken, entry);
      const { identity } = proven;
      if (await isBannedIdentity(platform, tx, identity)) throw new ApiError('UserBanned');
      const newcomer = { ...proven, invitation: entry.invitation };
      refuseNewcomer(platform, newcomer);
      const userId = await insertUser(platform, tx, { ...entry, ...proven });
      await recordSignIn(tx, platform.clock, userId);
      const addresses = [identity.email, identity.phone];
      await rememberNetwork(platform, tx, { userId, addresses, ip: entry.ip });
      // Last, because concurrent uses of an invitation wait for each other until the end of the transaction.
      await countNewcomer(platform, tx, userId, newcomer);
      return startSession(platform, tx, { userId, userAgent: entry.userAgent });
    }),
  );
  forgetAdmin(platform);
  return tokens;
}

/** The identity of a newcomer, and the address that is known to be theirs at present. */
interface Proven {
  identity: Identities;
  email: string | null;
  oidc: Pick<OidcIdentity, 'issuer' | 'subject'> | null;
  isAffiliated: boolean | null;
}

// An address that Google does not issue can have another owner by now, so it opens no closed instance.
const googleProof = ({ googleUserId, email, isEmailGoogles }: GoogleIdentity): Proven => ({
  identity: { googleUserId, email },
  email: isEmailGoogles ? email : null,
  oidc: null,
  isAffiliated: null,
});

async function provenAddress(platform: Platform, tx: Tx, credentials: Credentials): Promise<Proven> {
  const { column, address } = addressOf(credentials);
  await spendProof(platform, tx, { type: 'entry', token: credentials.token, addresses: [address] });
  const email = column === 'email' ? address : null;
  return { identity: { [column]: address }, email, oidc: null, isAffiliated: null };
}

/** An identity of the provider, with a confirmed address, else with the one that the provider has verified. */
async function oidcProof(
  platform: Platform,
  tx: Tx,
  oidcToken: string,
  credentials: Credentials,
): Promise<Proven> {
  const { isEmailVerified, isAffiliated, ...known } = await spendOidcToken(platform, tx, oidcToken);
  const { issuer, subject } = known;
  const confirmed = credentials.token === undefined ? null : await provenAddress(platform, tx, credentials);
  const email = confirmed ? confirmed.email : isEmailVerified ? known.email : null;
  if (!confirmed && email === null) throw new ApiError('AccessNotVerified');
  const identity = { ...(confirmed?.identity ?? { email }), oidc: oidcKey(issuer, subject) };
  return { identity, email, oidc: { issuer, subject }, isAffiliated };
}

interface NewUser extends ClientTimeZone, Pick<Proven, 'identity' | 'oidc' | 'isAffiliated'> {
  name?: string | undefined;
  acceptLanguage: string | undefined;
}

async function insertUser(platform: Platform, tx: Tx, user: NewUser): Promise<string> {
  const now = platform.clock.now();
  const userId = newId(platform.clock);
  const { email = null, phone = null, googleUserId = null } = user.identity;
  const { oidc, isAffiliated } = user;
  if (googleUserId !== null) await refuseKnownGoogle(tx, googleUserId);
  if (oidc !== null) await refuseKnownOidc(tx, oidc);
  await tx
    .insertInto('users')
    .values({
      user_id: userId,
      created_at: now,
      updated_at: now,
      email,
      phone,
      google_user_id: googleUserId,
      oidc_issuer: oidc?.issuer ?? null,
      oidc_subject: oidc?.subject ?? null,
      oidc_affiliated: isAffiliated,
      // Onboarding asks again: a refusal would spend the code, and a provider's name may be an address.
      name: user.name !== undefined && isName(user.name) ? user.name : '',
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

async function refuseKnownOidc(tx: Tx, { issuer, subject }: NonNullable<Proven['oidc']>): Promise<void> {
  const known = await tx
    .selectFrom('users')
    .select('user_id')
    .where('oidc_issuer', '=', issuer)
    .where('oidc_subject', '=', subject)
    .executeTakeFirst();
  if (known) throw new ApiError('IdentityExistsAlready');
}
