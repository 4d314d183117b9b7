import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import type {
  createProgramme as createProgrammeCall,
  listAllProgrammes as listAllProgrammesCall,
  updateProgramme as updateProgrammeCall,
} from '@parlance/contract/programme-care';
import { programmeMax, programmeMessages } from '@parlance/contract/programme-limits';
import type { Programme, ProgrammeState } from '@parlance/contract/programmes';
import { word } from '@parlance/words/word';
import { type Insertable, sql } from 'kysely';
import type { Programmes } from '#domain/tables.generated';
import { noteInAudit } from '#moderation/moderation';
import { loadBaseProfiles } from '#people/people';
import { newId } from '#platform/ids';
import { dayAfter, localDay } from '#platform/local-time';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { asCoordinator, type ProgrammeRow, refuse, toProgramme } from './roles.ts';

type Fields = PayloadOf<typeof createProgrammeCall>;
type Dates = Pick<Fields, 'registrationEndsOn' | 'termStartsOn' | 'termEndsOn' | 'eraseOn'>;

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

function refuseDates({ registrationEndsOn, termStartsOn, termEndsOn, eraseOn }: Dates): void {
  const fields = {
    ...(registrationEndsOn > termStartsOn && {
      termStartsOn: word('Must not be before the end of registration'),
    }),
    ...(termStartsOn > termEndsOn && { termEndsOn: word('Must be after the start') }),
    ...(daysBetween(termStartsOn, termEndsOn) > programmeMax.termDays && {
      termEndsOn: word('The term is too long'),
    }),
    ...(eraseOn <= termEndsOn && { eraseOn: word('Must be after the end of the term') }),
    ...(eraseOn > dayAfter(termEndsOn, programmeMax.eraseDays) && {
      eraseOn: word('Must not be so long after the end of the term'),
    }),
  };
  if (Object.keys(fields).length > 0) throw new ApiError('RequestDataInvalid', { fields });
}

function refuseAccounts({ config }: Platform, { erases }: Pick<Fields, 'erases'>): void {
  if (erases !== 'accounts' || config.signUp !== 'open') return;
  const fields = { erases: word('Accounts can be erased only where sign-up is closed') };
  throw new ApiError('RequestDataInvalid', { fields });
}

const columnsOf = (fields: { [Field in keyof Fields]?: Fields[Field] | undefined }) => ({
  name: fields.name,
  office: fields.office,
  reply_to: fields.officeEmail,
  time_zone: fields.timeZone,
  languages: fields.languages,
  registration_ends_on: fields.registrationEndsOn,
  term_starts_on: fields.termStartsOn,
  term_ends_on: fields.termEndsOn,
  erase_on: fields.eraseOn,
  needed_hours: fields.neededHours,
  declared_percent: fields.declaredPercent,
  consent_text: fields.consentText,
  is_open: fields.isOpen,
  erases: fields.erases,
});

/** Creates a draft. The operator appoints its coordinators afterwards. */
export async function createProgramme(
  platform: Platform,
  caller: Caller,
  fields: Fields,
): Promise<Programme> {
  refuseDates(fields);
  refuseAccounts(platform, fields);
  return platform.db.transaction().execute(async (tx) => {
    // Serialises creations: two at once would both find room.
    await sql`SELECT pg_advisory_xact_lock(hashtext('programmes'))`.execute(tx);
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM programmes WHERE erased_at IS NULL`.execute(tx);
    if ((rows[0]?.count ?? 0) >= programmeMax.active) throw refuse(programmeMessages.active);
    const row = await tx
      .insertInto('programmes')
      .values({
        ...(columnsOf(fields) as Insertable<Programmes>),
        programme_id: newId(platform.clock),
        created_at: platform.clock.now(),
        state: 'draft',
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await noteInAudit(platform, tx, caller, { action: 'create-programme', reason: row.name });
    return toProgramme(row);
  });
}

export async function listAllProgrammes(
  platform: Platform,
  { limit = 10, offset = 0 }: PayloadOf<typeof listAllProgrammesCall>,
): Promise<ResultOf<typeof listAllProgrammesCall>> {
  const { db } = platform;
  const { count } = await db
    .selectFrom('programmes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('programmes')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('programme_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const ids = rows.map(({ programme_id }) => programme_id);
  const appointed = await db
    .selectFrom('programme_coordinators')
    .select(['programme_id', 'user_id'])
    .where('programme_id', '=', sql<string>`ANY(${ids}::uuid[])`)
    .orderBy('since')
    .execute();
  const people = await loadBaseProfiles(
    db,
    appointed.map(({ user_id }) => user_id),
  );
  return {
    count,
    canTry: canTry(platform),
    programmes: rows.map((row) => {
      const { programmeId, name, office, state, termStartsOn, termEndsOn } = toProgramme(row);
      const coordinators = appointed
        .filter(({ programme_id }) => programme_id === programmeId)
        .flatMap(({ user_id }) => people.get(user_id) ?? []);
      return { programmeId, name, office, state, termStartsOn, termEndsOn, coordinators };
    }),
  };
}

/** Example data where the demo is: on an embedded database outside production, unless it is switched off. */
export const canTry = ({ config }: Platform): boolean => config.demoData;

/** Fields that change what students agreed to or were matched by. */
const early = [
  'timeZone',
  'languages',
  'registrationEndsOn',
  'termStartsOn',
  'consentText',
  'isOpen',
] as const;

/** Changes settings. After registration only those that neither the consent nor a round depends on. */
export async function updateProgramme(
  platform: Platform,
  caller: Caller,
  { programmeId, ...changes }: { programmeId: string } & PayloadOf<typeof updateProgrammeCall>,
): Promise<Programme> {
  return platform.db.transaction().execute(async (tx) => {
    const row = await asCoordinator(tx, caller, programmeId, 'locked');
    const isEarly = row.state === 'draft' || row.state === 'registration';
    const isOver = row.state === 'closed' || row.state === 'erased';
    const known = toProgramme(row);
    // The form sends all fields; only another value is a change.
    const isChanged = (field: (typeof early)[number]) =>
      changes[field] !== undefined && JSON.stringify(changes[field]) !== JSON.stringify(known[field]);
    if (isOver || (!isEarly && early.some(isChanged))) throw refuse(programmeMessages.state);
    refuseDates({ ...known, ...withoutUndefined(changes) });
    refuseAccounts(platform, changes);
    if (row.state !== 'draft') refuseMoreThanAgreed(row, changes);
    const isReworded = changes.consentText !== undefined && changes.consentText !== row.consent_text;
    const changed = await tx
      .updateTable('programmes')
      .set({
        ...columnsOf(changes),
        consent_version: row.consent_version + (isReworded && row.state !== 'draft' ? 1 : 0),
      })
      .where('programme_id', '=', programmeId)
      .returningAll()
      .executeTakeFirstOrThrow();
    return toProgramme(changed);
  });
}

/** After the draft data are kept no longer, and no more is deleted, than students agreed to. */
function refuseMoreThanAgreed(
  { erase_on, erases }: ProgrammeRow,
  changes: PayloadOf<typeof updateProgrammeCall>,
): void {
  const fields = {
    ...((changes.eraseOn ?? '') > erase_on && { eraseOn: word('Students have agreed to an earlier date') }),
    ...(changes.erases === 'accounts' &&
      erases !== 'accounts' && { erases: word('Students have not agreed to this') }),
  };
  if (Object.keys(fields).length > 0) throw new ApiError('RequestDataInvalid', { fields });
}

const withoutUndefined = <Value extends object>(
  value: Value,
): { [Key in keyof Value]: NonNullable<Value[Key]> } =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as never;

/** Transitions by hand; publication, the dates and the erasure make the others. */
const byHand: Partial<Record<ProgrammeState, readonly ProgrammeState[]>> = {
  draft: ['registration'],
  registration: ['matching'],
  matching: ['registration'],
};

export async function setProgrammeState(
  platform: Platform,
  caller: Caller,
  { programmeId, state }: { programmeId: string; state: ProgrammeState },
): Promise<Programme> {
  const row = await asCoordinator(platform.db, caller, programmeId);
  const from = row.state as ProgrammeState;
  if (!byHand[from]?.includes(state)) throw refuse(programmeMessages.state);
  const isLate =
    state === 'registration' && localDay(platform.clock.now(), row.time_zone) > row.registration_ends_on;
  // The job would close registration again at once: it stays open until the term begins.
  const also = isLate ? { registration_ends_on: row.term_starts_on } : {};
  const changed = await moveOn(platform.db, row, state, also);
  if (!changed) throw refuse(programmeMessages.state);
  return toProgramme(changed);
}

/** One transition by compare-and-set; undefined when another node or coordinator was first. */
export const moveOn = (
  db: Platform['db'],
  { programme_id, state }: Pick<ProgrammeRow, 'programme_id' | 'state'>,
  to: ProgrammeState,
  also: { registration_ends_on?: string } = {},
): Promise<ProgrammeRow | undefined> =>
  db
    .updateTable('programmes')
    .set({ state: to, ...also })
    .where('programme_id', '=', programme_id)
    .where('state', '=', state)
    .returningAll()
    .executeTakeFirst();
