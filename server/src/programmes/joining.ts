import type { PayloadOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import {
  cellsOfRanges,
  commonCellsMin,
  freeCells,
  freeCellsPerDay,
} from '@parlance/contract/programme-hours';
import { programmeMax, programmeMessages } from '@parlance/contract/programme-limits';
import type { joinProgramme as joinProgrammeCall } from '@parlance/contract/programme-place';
import type { Place } from '@parlance/contract/programmes';
import { word } from '@parlance/words/word';
import { sql } from 'kysely';
import { noteInAudit } from '#moderation/moderation';
import { type Tx, transact } from '#platform/effects';
import { createFairQueue } from '#platform/fair-queue';
import { queueMails } from '#platform/mail-queue';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import type { Caller } from '#platform/serve';
import { invitedAt, isInvited, spendInvitation } from './invites.ts';
import { endPairs, pairsOf } from './pairs.ts';
import { readPlace } from './places.ts';
import {
  asCoordinator,
  asStudent,
  findProgramme,
  isCoordinator,
  isStudent,
  type ProgrammeRow,
  refuse,
} from './roles.ts';

const changesAnHour = 60;
// A lecture hall joins within seconds. The lock of a programme admits one at a time, so the others must not wait with a connection each.
const queueJoin = createFairQueue({ concurrency: 4, concurrencyPerActor: 1 });
type Joining = { programmeId: string } & PayloadOf<typeof joinProgrammeCall>;

/** Takes a place or changes it. The lock of the programme keeps the number of students exact. */
export async function joinProgramme(platform: Platform, caller: Caller, joining: Joining): Promise<Place> {
  const { userId } = caller;
  const { programmeId, invitation } = joining;
  const rule = { key: `programme-place:${userId}`, limit: changesAnHour, windowMs: 3_600_000 };
  refuseOver(await platform.limits.take([rule]));
  const join = async (tx: Tx) => {
    const programme = await findProgramme(tx, programmeId, 'locked');
    if (await isCoordinator(tx, programmeId, userId)) throw refuse(programmeMessages.coordinator);
    const isNew = !(await isStudent(tx, programmeId, userId));
    const isAdmitted =
      invitation !== undefined && (await isInvited(platform, tx, { programmeId, secret: invitation }));
    if (isNew) {
      refuseStranger(programme, isAdmitted);
      await refuseRemoved(platform, tx, { programmeId, userId, secret: invitation });
    }
    if (!isNew && ['closed', 'erased'].includes(programme.state)) throw refuse(programmeMessages.joinClosed);
    refuseFields(programme, joining);
    if (isNew) {
      await refuseFull(tx, programmeId);
      if (invitation !== undefined) await spendInvitation(platform, tx, { secret: invitation, userId });
    }
    await storePlace(platform, tx, userId, joining);
    if (isNew)
      await queueMails(tx, platform.clock, [{ kind: 'programme-joined', userId, subjectId: programmeId }]);
  };
  await queueJoin(() => platform.db.transaction().execute(join), programmeId);
  return readPlace(platform.db, programmeId, userId);
}

/** A removed student can join again only with an invitation created after the removal. */
async function refuseRemoved(
  platform: Platform,
  tx: Tx,
  { programmeId, userId, secret }: { programmeId: string; userId: string; secret: string | undefined },
): Promise<void> {
  const removal = await tx
    .selectFrom('programme_removals')
    .select('removed_at')
    .where('programme_id', '=', programmeId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!removal) return;
  const madeAt = secret === undefined ? null : await invitedAt(platform, tx, { programmeId, secret });
  if (madeAt === null || madeAt <= removal.removed_at) throw refuse(programmeMessages.removed);
  await tx
    .deleteFrom('programme_removals')
    .where('programme_id', '=', programmeId)
    .where('user_id', '=', userId)
    .execute();
}

/** Without an invitation only an open programme exists for a stranger, and only during registration does it take one. */
function refuseStranger({ state, is_open }: ProgrammeRow, isAdmitted: boolean): void {
  const isThere = state !== 'draft' && state !== 'erased' && (is_open || isAdmitted);
  if (!isThere) throw new ApiError('ResourceNotFound');
  if (state === 'closed' || (state !== 'registration' && !isAdmitted))
    throw refuse(programmeMessages.joinClosed);
}

function refuseFields({ languages, consent_version }: ProgrammeRow, joining: Joining): void {
  const isForeign = (list: readonly { languageCode: string }[]) =>
    list.some(({ languageCode }) => !languages.includes(languageCode));
  const unknown = word('Not a language of this programme');
  const fields = {
    ...(isForeign(joining.offers) && { offers: unknown }),
    ...(isForeign(joining.seeks) && { seeks: unknown }),
    ...(!canMeet(cellsOfRanges(joining.freeHours)) && { freeHours: programmeMessages.tooFewFreeHours }),
    ...(joining.consentVersion !== consent_version && { consentVersion: programmeMessages.consent }),
  };
  if (Object.keys(fields).length > 0) throw new ApiError('RequestDataInvalid', { fields });
}

/** Whether the cells alone could be enough for a partner; Sunday midnight is followed by Monday. */
function canMeet(cells: readonly number[]): boolean {
  const set = new Set(cells);
  return cells.length >= commonCellsMin && cells.some((cell) => set.has((cell + 1) % freeCells));
}

async function refuseFull(tx: Tx, programmeId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('programme_places')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('programme_id', '=', programmeId)
    .executeTakeFirstOrThrow();
  if (count >= programmeMax.students) throw refuse(programmeMessages.full);
}

async function storePlace(platform: Platform, tx: Tx, userId: string, joining: Joining): Promise<void> {
  const now = platform.clock.now();
  const cells = new Set(cellsOfRanges(joining.freeHours));
  const free = Array.from({ length: 7 * freeCellsPerDay }, (_, cell) => Number(cells.has(cell))).join('');
  const columns = {
    offers: JSON.stringify(joining.offers),
    seeks: JSON.stringify(joining.seeks),
    free: sql<string>`${free}::bit(336)`,
    time_zone: joining.timeZone,
    wishes: JSON.stringify(joining.wishes),
    gender: joining.gender,
    age_band: joining.ageBand,
    needs_credits: joining.needsCredits,
    partners_max: joining.partnersMax,
    student_number: joining.studentNumber || null,
    consent_version: joining.consentVersion,
    consented_at: now,
  };
  await tx
    .insertInto('programme_places')
    .values({ programme_id: joining.programmeId, user_id: userId, joined_at: now, ...columns })
    .onConflict((conflict) => conflict.columns(['programme_id', 'user_id']).doUpdateSet(columns))
    .execute();
}

/** Leaves and takes along everything that names the student in the programme, except a certificate. */
export async function leaveProgramme(platform: Platform, caller: Caller, programmeId: string): Promise<void> {
  await transact(platform, async (tx) => {
    await asStudent(tx, caller, programmeId, 'locked');
    await removePlace(platform, tx, programmeId, caller.userId);
    return null;
  });
}

export async function removeStudent(
  platform: Platform,
  caller: Caller,
  { programmeId, userId }: { programmeId: string; userId: string },
): Promise<void> {
  await transact(platform, async (tx) => {
    const { name } = await asCoordinator(tx, caller, programmeId, 'locked');
    if (!(await isStudent(tx, programmeId, userId))) throw new ApiError('ResourceNotFound');
    await removePlace(platform, tx, programmeId, userId);
    await sql`
      INSERT INTO programme_removals (programme_id, user_id, removed_at)
      VALUES (${programmeId}, ${userId}, ${platform.clock.now()})
      ON CONFLICT (programme_id, user_id) DO UPDATE SET removed_at = excluded.removed_at`.execute(tx);
    // Without the student: the audit outlives the erasure.
    await noteInAudit(platform, tx, caller, { action: 'remove-student', reason: name });
    return null;
  });
}

async function removePlace(platform: Platform, tx: Tx, programmeId: string, userId: string): Promise<void> {
  const fits = sql`pair.programme_id = ${programmeId} AND ${pairsOf(userId)}`;
  await endPairs(platform, tx, { fits, endedFor: 'left', byUserId: userId });
  await sql`DELETE FROM programme_pairs AS pair WHERE ${fits}`.execute(tx);
  // The results of rounds hold ids of students.
  await tx.deleteFrom('programme_rounds').where('programme_id', '=', programmeId).execute();
  for (const table of ['programme_hours', 'programme_help', 'programme_places'] as const) {
    await tx
      .deleteFrom(table)
      .where('programme_id', '=', programmeId)
      .where('user_id', '=', userId)
      .execute();
  }
  await sql`
    DELETE FROM waiting_mails WHERE user_id = ${userId} AND subject_id = ${programmeId}
      AND kind LIKE 'programme-%'`.execute(tx);
}
