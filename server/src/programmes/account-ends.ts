import { ApiError } from '@parlance/contract/errors';
import { programmeMax } from '@parlance/contract/programme-limits';
import type { ProgrammeView } from '@parlance/contract/programme-place';
import { sql } from 'kysely';
import { isAdmin } from '#access/access';
import { endAccount } from '#account/account';
import type { Tx } from '#platform/effects';
import { queueMails } from '#platform/mail-queue';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import type { PlaceRow } from './places.ts';
import { asStudent, type ProgrammeRow } from './roles.ts';

// Programmes that erase the accounts of their students. A student gets a mail 30 days before and can keep the account. With less
// than 14 days between mail and erasure the account stays, because the student had too little time to object.

const noticeMs = programmeMax.accountNoticeDays * 24 * 3_600_000;

/** Only where sign-up is closed: elsewhere an account belongs to the member, not to an institution. */
export const endsAccounts = ({ config }: Pick<Platform, 'config'>, { erases }: ProgrammeRow): boolean =>
  erases === 'accounts' && config.signUp !== 'open';

/** What the student sees after being told. */
export const accountEndOf = (
  platform: Platform,
  programme: ProgrammeRow,
  { account_told_at, account_kept_at }: PlaceRow,
): ProgrammeView['accountEnd'] =>
  endsAccounts(platform, programme) && account_told_at !== null
    ? { day: programme.erase_on, isKept: account_kept_at !== null }
    : null;

/** Sends the mail once per student; a later run sends it to those who joined since. Without an address the account stays. */
export async function tellAccountEnds(platform: Platform, { programme_id }: ProgrammeRow): Promise<void> {
  const { db, clock } = platform;
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ user_id: string }>`
      UPDATE programme_places AS place SET account_told_at = ${clock.now()} FROM users AS member
      WHERE place.programme_id = ${programme_id} AND place.account_told_at IS NULL
        AND member.user_id = place.user_id AND member.email IS NOT NULL AND member.banned_at IS NULL
      RETURNING place.user_id`.execute(tx);
    const mails = rows.map(({ user_id }) => ({
      kind: 'programme-erasure',
      userId: user_id,
      subjectId: programme_id,
    }));
    await queueMails(tx, clock, mails);
  });
}

export async function keepAccount(platform: Platform, caller: Caller, programmeId: string): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    await asStudent(tx, caller, programmeId, 'locked');
    await tx
      .updateTable('programme_places')
      .set(({ eb, fn }) => ({
        account_kept_at: fn.coalesce('account_kept_at', eb.val(platform.clock.now())),
      }))
      .where('programme_id', '=', programmeId)
      .where('user_id', '=', caller.userId)
      .execute();
  });
}

/** Deletes the accounts of the students who were told in time and did not keep them. */
export async function eraseAccounts(platform: Platform, { programme_id }: ProgrammeRow): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT user_id FROM programme_places WHERE programme_id = ${programme_id} AND ${isDue(platform)}
    ORDER BY user_id`.execute(platform.db);
  for (const { user_id } of rows) {
    const confirm = async (tx: Tx, { email }: { email: string | null }) =>
      (await mayEnd(platform, tx, programme_id, user_id)) ? [email].filter((to) => to !== null) : null;
    await endAccount(platform, user_id, confirm).catch((error: unknown) => {
      // Another node, or the student, has deleted it meanwhile.
      if (!(error instanceof ApiError)) throw error;
    });
  }
}

const isDue = ({ clock }: Platform) => sql<boolean>`
  account_kept_at IS NULL AND account_told_at <= ${new Date(clock.now().getTime() - noticeMs)}`;

/** Checked again under the locks. Admins, coordinators and students of other programmes stay. */
async function mayEnd(platform: Platform, tx: Tx, programmeId: string, userId: string): Promise<boolean> {
  const { rows } = await sql<{ email: string | null; admin_since: Date | null }>`
    SELECT email, admin_since FROM users AS member WHERE user_id = ${userId}
      AND EXISTS (SELECT FROM programme_places WHERE programme_id = ${programmeId} AND user_id = ${userId}
        AND ${isDue(platform)})
      AND NOT EXISTS (SELECT FROM programme_coordinators WHERE user_id = ${userId})
      AND NOT EXISTS (SELECT FROM programme_places AS place JOIN programmes AS other USING (programme_id)
        WHERE place.user_id = ${userId} AND other.programme_id <> ${programmeId} AND other.state <> 'erased')`.execute(
    tx,
  );
  return rows[0] !== undefined && !isAdmin(platform, rows[0]);
}
