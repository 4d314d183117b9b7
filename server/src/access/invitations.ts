import { randomBytes } from 'node:crypto';
import type { ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import { type getInvitation, invitationDays, type NewInvitation } from '@parlance/contract/invitations';
import { filled, says } from '@parlance/contract/message';
import { word } from '@parlance/words/word';
import { sql } from 'kysely';
import type { Tx } from '#platform/effects';
import { newId } from '#platform/ids';
import { dayAfter, startOfDay } from '#platform/local-time';
import { canonicalDomain, isOfDomains } from '#platform/mail-domains';
import { networkOf } from '#platform/network';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import { keyedHash } from './keyed-hash.ts';

const secretBytes = 16;
const dayMs = 24 * 60 * 60 * 1000;
const keptDays = 30;
// A whole lecture hall can share one network; 128 bits cannot be guessed.
const looksPerNetwork = { burst: 600, perSecond: 1 };

const secretHash = (platform: Platform, secret: string): Buffer => keyedHash(platform, 'invitation', secret);

type ToCreate = NewInvitation & { programmeId: string | null; createdBy: string | null };

/** Creates an invitation. The address holds the secret and can be shown only now. */
export async function createInvitation(
  platform: Platform,
  db: Platform['db'],
  { uses, until, domain, programmeId, createdBy }: ToCreate,
): Promise<{ invitationId: string; url: string }> {
  const now = platform.clock.now();
  const days = (until.getTime() - now.getTime()) / dayMs;
  const canonical = domain === undefined ? null : canonicalDomain(domain);
  const fields = {
    ...((days < invitationDays.min || days > invitationDays.max) && {
      until: says('Must be {min} to {max} days from now', invitationDays),
    }),
    ...(domain !== undefined &&
      canonical === null && { domain: word('Must be a domain such as uni.example') }),
  };
  if (Object.keys(fields).length > 0) throw new ApiError('RequestDataInvalid', { fields });
  const secret = randomBytes(secretBytes).toString('base64url');
  const invitationId = newId(platform.clock);
  await db
    .insertInto('invitations')
    .values({
      invitation_id: invitationId,
      secret_hash: secretHash(platform, secret),
      programme_id: programmeId,
      domain: canonical,
      uses_max: uses,
      uses_left: uses,
      created_at: now,
      until,
      created_by: createdBy,
    })
    .execute();
  return { invitationId, url: `${platform.config.publicUrl}/join/${secret}` };
}

/** Selects the invitations of a programme, or of the instance for null, newest first. */
export const invitationsOf = (db: Platform['db'], programmeId: string | null) =>
  db
    .selectFrom('invitations')
    .select(['invitation_id', 'domain', 'uses_max', 'uses_left', 'created_at', 'until', 'revoked_at'])
    .where('programme_id', 'is not distinct from', programmeId)
    .orderBy('created_at', 'desc')
    .orderBy('invitation_id', 'desc');

/** Revokes an invitation; idempotent. Accounts that it has admitted stay. */
export async function revokeInvitation(
  platform: Platform,
  db: Platform['db'],
  { invitationId, programmeId }: { invitationId: string; programmeId: string | null },
): Promise<void> {
  const revoked = await db
    .updateTable('invitations')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, ${platform.clock.now()})` })
    .where('invitation_id', '=', invitationId)
    .where('programme_id', 'is not distinct from', programmeId)
    .returning('invitation_id')
    .executeTakeFirst();
  if (!revoked) throw new ApiError('ResourceNotFound');
}

const living = (platform: Platform, db: Platform['db'], secret: string) =>
  db
    .selectFrom('invitations')
    .select(['invitation_id', 'programme_id', 'domain', 'until', 'uses_left', 'created_at'])
    .where('secret_hash', '=', secretHash(platform, secret))
    .where('revoked_at', 'is', null)
    .where('until', '>', platform.clock.now());

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

const lastMomentOf = (programme: { registration_ends_on: string; time_zone: string }): Date =>
  new Date(startOfDay(dayAfter(programme.registration_ends_on, 1), programme.time_zone).getTime() - 1);

/**
 * Returns what an invitation is for. During registration `until` is at most its last day: the link works longer, but later students miss the
 * first round.
 */
export async function readInvitation(
  platform: Platform,
  secret: string,
  ip: string,
): Promise<ResultOf<typeof getInvitation>> {
  refuseOver(await platform.limits.takeToken({ key: `invitation:${networkOf(ip)}`, ...looksPerNetwork }));
  const found = await living(platform, platform.db, secret)
    .where('uses_left', '>', 0)
    .executeTakeFirstOrThrow(() => new ApiError('ResourceNotFound'));
  const { programme_id: programmeId, until, domain } = found;
  const programme =
    programmeId === null
      ? undefined
      : await platform.db
          .selectFrom('programmes')
          .select(['name', 'state', 'registration_ends_on', 'time_zone'])
          .where('programme_id', '=', programmeId)
          .executeTakeFirst();
  return {
    programmeId,
    programmeName: programme?.name ?? null,
    until: programme?.state === 'registration' ? earlier(until, lastMomentOf(programme)) : until,
    domain,
  };
}

/** Returns the programme of an invitation and when it was made, without using it; null for one that is not valid or admits to no programme. */
export async function programmeOfInvitation(
  platform: Platform,
  db: Platform['db'],
  secret: string,
): Promise<{ programmeId: string; createdAt: Date } | null> {
  const found = await living(platform, db, secret).executeTakeFirst();
  if (!found || found.programme_id === null) return null;
  return { programmeId: found.programme_id, createdAt: found.created_at };
}

/**
 * Uses an invitation for a member, in the transaction of what it admits to; a second use by the same member is not counted.
 * The guarded UPDATE decides between concurrent uses. Returns its programme.
 */
export async function takeInvitation(
  platform: Platform,
  tx: Tx,
  { secret, userId, email }: { secret: string; userId: string; email: string | null },
): Promise<{ programmeId: string | null }> {
  const found = await living(platform, tx, secret).executeTakeFirst();
  if (!found) throw noLongerValid();
  const { invitation_id, domain, programme_id: programmeId } = found;
  if (domain !== null && (email === null || !isOfDomains(email, [domain]))) {
    throw new ApiError('SignUpClosed', filled('This invitation is for addresses of {domain}.', { domain }));
  }
  const used = await tx
    .insertInto('invitation_uses')
    .values({ invitation_id, user_id: userId, used_at: platform.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (!used) return { programmeId };
  const counted = await tx
    .updateTable('invitations')
    .set(({ eb }) => ({ uses_left: eb('uses_left', '-', 1) }))
    .where('invitation_id', '=', invitation_id)
    .where('uses_left', '>', 0)
    .where('revoked_at', 'is', null)
    .returning('invitation_id')
    .executeTakeFirst();
  if (!counted) throw noLongerValid();
  return { programmeId };
}

const noLongerValid = (): ApiError =>
  new ApiError('SignUpClosed', { message: 'This invitation is no longer valid. Please ask for a new one.' });

/** Deletes invitations a month after their end. */
export async function purgeInvitations({ db, clock }: Platform): Promise<void> {
  const tooOld = new Date(clock.now().getTime() - keptDays * dayMs);
  await db.deleteFrom('invitations').where('until', '<', tooOld).execute();
}
