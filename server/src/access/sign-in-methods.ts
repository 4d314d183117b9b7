import { randomBytes } from 'node:crypto';
import type { SignInMethod } from '@parlance/contract/account-care';
import { ApiError } from '@parlance/contract/errors';
import type { Tx } from '#platform/effects';
import { networkOf } from '#platform/network';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import { wordsFor } from '#platform/reader-words';
import { forgetAdmin } from './admins.ts';
import { type ChangeAct, type ToldChange, tellChange, tellUndone } from './change-mails.ts';
import { isBannedIdentity, oidcKey } from './identities.ts';
import { keyedHash } from './keyed-hash.ts';
import { livePasskeyIds, purgeRemovedPasskeys, restorePasskeys } from './passkey-sets.ts';
import { endSessions } from './sessions.ts';

const hourMs = 60 * 60 * 1000;
const undoneForMs = 7 * 24 * hourMs;
const pressesAnHour = 30;

export interface SignInMethods {
  email: string | null;
  phone: string | null;
  google_user_id: string | null;
  oidc_issuer: string | null;
  oidc_subject: string | null;
}

const waysInColumns = ['email', 'phone', 'google_user_id', 'oidc_issuer', 'oidc_subject'] as const;

/** Returns the sign-in methods alone. */
export const waysInOf = (row: SignInMethods): SignInMethods => ({
  email: row.email,
  phone: row.phone,
  google_user_id: row.google_user_id,
  oidc_issuer: row.oidc_issuer,
  oidc_subject: row.oidc_subject,
});

const columnOf = { email: 'email', phone: 'phone', google: 'google_user_id', oidc: 'oidc_subject' } as const;

/** Whether a sign-in method remains that works on this installation. */
export function hasSignInMethod(
  { sms, config }: Platform,
  { email, phone, google_user_id, oidc_issuer }: SignInMethods,
): boolean {
  return (
    email !== null ||
    (phone !== null && sms !== null) ||
    (google_user_id !== null && config.google !== null) ||
    (oidc_issuer !== null && oidc_issuer === config.oidc?.issuer)
  );
}

/** Reads the sign-in methods and locks the user row. */
export function lockSignInMethods(tx: Tx, userId: string) {
  return tx
    .selectFrom('users')
    .select([...waysInColumns, 'banned_at', 'locale'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new ApiError('SessionInvalid'));
}

type Change = ToldChange & {
  userId: string;
  before: SignInMethods & { locale: string | null };
};

/** Returns what a change did to one sign-in method. */
export function actOf(way: SignInMethod, before: SignInMethods, after: SignInMethods): ChangeAct {
  const column = columnOf[way];
  return before[column] === null ? 'added' : after[column] === null ? 'removed' : 'changed';
}

/**
 * Stores the previous sign-in methods in the transaction of the change; the returned function mails the undo link after the commit.
 * Call it before a passkey is added or removed, since it reads the present ones.
 */
export async function noteChange(platform: Platform, tx: Tx, change: Change): Promise<() => void> {
  const { userId, before } = change;
  const to = toldAddress(platform, change.way, before);
  const token = randomBytes(32).toString('base64url');
  await tx
    .insertInto('way_in_changes')
    .values({
      token_hash: keyedHash(platform, 'undo', token),
      user_id: userId,
      changed_at: platform.clock.now(),
      told_address: to,
      ...waysInOf(before),
      passkey_ids: await livePasskeyIds(tx, userId),
    })
    .execute();
  // Without an address no link is sent, but the row still delays a deletion (deletion-proof.ts).
  if (to === null) return () => undefined;
  const words = wordsFor(platform, before.locale);
  return () => tellChange(platform, { to, words }, change, token);
}

// The replaced address, or the other one where it is absent or unreachable.
function toldAddress({ sms }: Platform, way: Change['way'], { email, phone }: SignInMethods): string | null {
  const number = sms === null ? null : phone;
  return way === 'phone' ? (number ?? email) : (email ?? number);
}

/** Restores the sign-in methods from an undo link and returns the address the link was sent to. */
export async function restoreWaysIn(platform: Platform, token: string, ip: string): Promise<string> {
  refuseOver(
    await platform.limits.take([{ key: `undo:${networkOf(ip)}`, limit: pressesAnHour, windowMs: hourMs }]),
  );
  const { told, replaced, locale, disconnectSessions } = await platform.db
    .transaction()
    .execute(async (tx) => {
      const { user_id: userId } = await findChange(platform, tx, token);
      const before = await lockSignInMethods(tx, userId);
      // Checked again under the lock: a concurrent request can have used the link.
      const { number, told_address } = await findChange(platform, tx, token);
      if (before.banned_at) throw new ApiError('UserBanned');
      const first = await firstChangeOf(platform, tx, { userId, number, told_address });
      await refuseBanned(platform, tx, before, first);
      await tx
        .updateTable('users')
        .set({ ...waysInOf(first), updated_at: platform.clock.now() })
        .where('user_id', '=', userId)
        .execute();
      await restorePasskeys(platform, tx, userId, first.number);
      await tx
        .deleteFrom('way_in_changes')
        .where('user_id', '=', userId)
        .where('number', '>=', first.number)
        .execute();
      return {
        told: told_address,
        replaced: before.email === first.email ? null : before.email,
        locale: before.locale,
        disconnectSessions: await endSessions(platform, tx, { userId }),
      };
    });
  await disconnectSessions();
  forgetAdmin(platform);
  if (replaced !== null) tellUndone(platform, { to: replaced, words: wordsFor(platform, locale) });
  return told;
}

/** Selects the changes that can still be undone. */
export const livingChanges = (platform: Platform, db: Platform['db']) =>
  db
    .selectFrom('way_in_changes')
    .selectAll()
    .where('changed_at', '>', new Date(platform.clock.now().getTime() - undoneForMs));

export const undoExpiryOf = ({ changed_at }: { changed_at: Date }): Date =>
  new Date(changed_at.getTime() + undoneForMs);

const findChange = (platform: Platform, tx: Tx, token: string) =>
  livingChanges(platform, tx)
    .where('token_hash', '=', keyedHash(platform, 'undo', token))
    .where('told_address', 'is not', null)
    .$narrowType<{ told_address: string }>()
    .executeTakeFirstOrThrow(() => new ApiError('ResourceNotFound'));

/**
 * Finds the first change within the seven days at which the account still had the link's recipient address, so one link also
 * reverts a number added before the address change. A later address reaches no further back than itself, so a thief's links
 * never undo the owner's changes.
 */
function firstChangeOf(
  platform: Platform,
  tx: Tx,
  { userId, number, told_address }: { userId: string; number: number; told_address: string },
) {
  return livingChanges(platform, tx)
    .where('user_id', '=', userId)
    .where('number', '<=', number)
    .where((eb) => eb.or([eb('email', '=', told_address), eb('phone', '=', told_address)]))
    .orderBy('number')
    .limit(1)
    .executeTakeFirstOrThrow();
}

// The address can have had another owner meanwhile who was banned.
async function refuseBanned(
  platform: Platform,
  tx: Tx,
  present: SignInMethods,
  restored: SignInMethods,
): Promise<void> {
  const restoredOidc = oidcKey(restored.oidc_issuer, restored.oidc_subject);
  const returning = {
    email: restored.email === present.email ? null : restored.email,
    phone: restored.phone === present.phone ? null : restored.phone,
    googleUserId: restored.google_user_id === present.google_user_id ? null : restored.google_user_id,
    oidc: restoredOidc === oidcKey(present.oidc_issuer, present.oidc_subject) ? null : restoredOidc,
  };
  if (Object.values(returning).every((value) => value === null)) return;
  if (await isBannedIdentity(platform, tx, returning)) throw new ApiError('NotAllowed');
}

/** Deletes expired undo links, and removed passkeys that none can restore any more. */
export async function purgeChanges({ db, clock }: Platform): Promise<void> {
  const tooOld = new Date(clock.now().getTime() - undoneForMs);
  await db.deleteFrom('way_in_changes').where('changed_at', '<=', tooOld).execute();
  await purgeRemovedPasskeys(db, tooOld);
}

/** Returns the addresses an account had within the seven days. */
export async function formerAddresses(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('way_in_changes')
    .select(['email', 'phone'])
    .where('user_id', '=', userId)
    .execute();
  return rows.flatMap(({ email, phone }) => [email, phone]).filter((address) => address !== null);
}
