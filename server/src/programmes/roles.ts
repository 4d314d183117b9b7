import { ApiError } from '@parlance/contract/errors';
import type { LanguageCode } from '@parlance/contract/languages';
import type { Programme, ProgrammeState } from '@parlance/contract/programmes';
import type { Kysely, Selectable } from 'kysely';
import type { Programmes, Tables } from '#domain/tables.generated';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';

export type ProgrammeRow = Selectable<Programmes>;

export const refuse = (message: string) => new ApiError('NotAllowed', { message });

export const toProgramme = (row: ProgrammeRow): Programme => ({
  programmeId: row.programme_id,
  name: row.name,
  office: row.office,
  officeEmail: row.reply_to,
  timeZone: row.time_zone,
  languages: row.languages as LanguageCode[],
  registrationEndsOn: row.registration_ends_on,
  termStartsOn: row.term_starts_on,
  termEndsOn: row.term_ends_on,
  eraseOn: row.erase_on,
  neededHours: row.needed_hours,
  declaredPercent: row.declared_percent,
  consentText: row.consent_text,
  isOpen: row.is_open,
  erases: row.erases as Programme['erases'],
  state: row.state as ProgrammeState,
  consentVersion: row.consent_version,
});

/** The programme, locked until the transaction ends on request: the lock orders joining, publishing and transitions. */
export async function findProgramme(
  db: Kysely<Tables>,
  programmeId: string,
  how: 'locked' | 'as it is' = 'as it is',
): Promise<ProgrammeRow> {
  let query = db.selectFrom('programmes').selectAll().where('programme_id', '=', programmeId);
  // Weaker than FOR UPDATE: the end of a session inserts hours, whose foreign key must not wait.
  if (how === 'locked') query = query.forNoKeyUpdate();
  return query.executeTakeFirstOrThrow(() => new ApiError('ResourceNotFound'));
}

export async function isCoordinator(
  db: Kysely<Tables>,
  programmeId: string,
  userId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('programme_coordinators')
    .select('user_id')
    .where('programme_id', '=', programmeId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function isStudent(db: Kysely<Tables>, programmeId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('programme_places')
    .select('user_id')
    .where('programme_id', '=', programmeId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The programme for one of its coordinators. Strangers, also admins, get not found, so that nothing leaks. */
export async function asCoordinator(
  db: Platform['db'],
  { userId }: Pick<Caller, 'userId'>,
  programmeId: string,
  how?: 'locked',
): Promise<ProgrammeRow> {
  if (!(await isCoordinator(db, programmeId, userId))) {
    throw new ApiError((await isStudent(db, programmeId, userId)) ? 'NotAllowed' : 'ResourceNotFound');
  }
  return findProgramme(db, programmeId, how);
}

/** The programme for one of its students. */
export async function asStudent(
  db: Platform['db'],
  { userId }: Pick<Caller, 'userId'>,
  programmeId: string,
  how?: 'locked',
): Promise<ProgrammeRow> {
  if (!(await isStudent(db, programmeId, userId))) {
    throw new ApiError((await isCoordinator(db, programmeId, userId)) ? 'NotAllowed' : 'ResourceNotFound');
  }
  return findProgramme(db, programmeId, how);
}
