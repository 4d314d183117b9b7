import type { PayloadOf, ResultOf } from '@parlance/contract/endpoint';
import type { LanguageCode } from '@parlance/contract/languages';
import type { ProgrammeOverview } from '@parlance/contract/programme-care';
import type {
  listStudents as listStudentsCall,
  ProgrammeStudent,
} from '@parlance/contract/programme-students';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#domain/tables.generated';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { hoursTotals } from './hour-totals.ts';
import { readPlaces, toPlace } from './places.ts';
import { risksOf } from './risks.ts';
import { asCoordinator, type ProgrammeRow } from './roles.ts';

interface KeptCounts {
  students: number;
  pairs: number;
  minutes: Record<string, number>;
}

interface PairRow {
  pair_id: string;
  user_id: string;
  partner: string;
  name: string;
}

interface SessionRow extends ProgrammeStudentSessions {
  user_id: string;
}
type ProgrammeStudentSessions = ProgrammeStudent['sessions'];

/**
 * All students of a programme as its coordinators see them. Columns are named one by one: nothing of messages, notes, phrases, blocks
 * or the public record is read. Of the answers about sessions only numbers within the pair are counted, not who gave them.
 */
export async function readStudents(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  programme: ProgrammeRow,
  userId: string | null = null,
): Promise<ProgrammeStudent[]> {
  const { programme_id: programmeId } = programme;
  const places = await readPlaces(db, programmeId, userId);
  const hours = await hoursTotals(db, programme, userId);
  const pairs = Map.groupBy(await readPairs(db, programmeId), ({ user_id }) => user_id);
  const sessions = new Map((await readSessions(db, programmeId)).map((row) => [row.user_id, row]));
  const help = Map.groupBy(
    await db
      .selectFrom('programme_help')
      .select(['user_id', 'kind', 'text', 'asked_at as askedAt'])
      .where('programme_id', '=', programmeId)
      .orderBy('asked_at', 'desc')
      .execute(),
    ({ user_id }) => user_id,
  );
  const certificates = new Map(
    (
      await db
        .selectFrom('certificates')
        .select([
          'user_id',
          'issued_at as issuedAt',
          'keep_until as keepUntil',
          'withdrawn_at as withdrawnAt',
        ])
        .where('programme_id', '=', programmeId)
        .execute()
    ).map(({ user_id, ...certificate }) => [user_id, certificate]),
  );
  return places.map((row) => {
    const { gender: _gender, ageBand: _ageBand, consentVersion: _version, ...place } = toPlace(row);
    const { total, lastSessionAt } = hours(row.user_id);
    const { kept = 0, missed = 0, moved = 0 } = sessions.get(row.user_id) ?? {};
    const asked = (help.get(row.user_id) ?? []).map(
      ({ kind, text, askedAt }) => ({ kind, text, askedAt }) as ProgrammeStudent['help'][number],
    );
    const student = {
      userId: row.user_id,
      name: row.name,
      ...place,
      partners: (pairs.get(row.user_id) ?? []).map(({ pair_id, partner, name }) => ({
        pairId: pair_id,
        userId: partner,
        name,
      })),
      sessions: { kept, missed, moved },
      lastSessionAt,
      hours: total,
      help: asked,
      certificate: certificates.get(row.user_id) ?? null,
    };
    return { ...student, risks: risksOf(student, programme, clock.now()) };
  });
}

async function readPairs(db: Kysely<Tables>, programmeId: string): Promise<PairRow[]> {
  const { rows } = await sql<PairRow>`
    SELECT seat.pair_id, seat.user_id, seat.partner, member.name FROM (
      SELECT pair_id, user_id, partner_user_id AS partner FROM programme_pairs
      WHERE programme_id = ${programmeId} AND ended_at IS NULL
      UNION ALL SELECT pair_id, partner_user_id, user_id FROM programme_pairs
      WHERE programme_id = ${programmeId} AND ended_at IS NULL
    ) AS seat JOIN users AS member ON member.user_id = seat.partner ORDER BY seat.pair_id`.execute(db);
  return rows;
}

/** Sessions of present pairs since their publication; a session counts once, whatever both said of it. */
async function readSessions(db: Kysely<Tables>, programmeId: string): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    WITH answered AS (
      SELECT pair.user_id, pair.partner_user_id, outcome.schedule_slot_id, CASE
        WHEN bool_or(outcome.answer = 'missed') THEN 'missed'
        WHEN bool_or(outcome.answer = 'moved') THEN 'moved' ELSE 'kept' END AS answer
      FROM programme_pairs AS pair JOIN session_outcomes AS outcome ON outcome.ends_at > pair.published_at
        AND (outcome.user_id, outcome.partner_user_id)
          IN ((pair.user_id, pair.partner_user_id), (pair.partner_user_id, pair.user_id))
      WHERE pair.programme_id = ${programmeId} AND pair.ended_at IS NULL
      GROUP BY pair.user_id, pair.partner_user_id, outcome.schedule_slot_id
    )
    SELECT seat.user_id, count(*) FILTER (WHERE answer = 'kept')::int AS kept,
      count(*) FILTER (WHERE answer = 'missed')::int AS missed, count(*) FILTER (WHERE answer = 'moved')::int AS moved
    FROM answered CROSS JOIN LATERAL (VALUES (answered.user_id), (answered.partner_user_id)) AS seat (user_id)
    GROUP BY seat.user_id`.execute(db);
  return rows;
}

export async function listStudents(
  platform: Platform,
  caller: Caller,
  {
    programmeId,
    limit = 10,
    offset = 0,
    ...filters
  }: { programmeId: string } & PayloadOf<typeof listStudentsCall>,
): Promise<ResultOf<typeof listStudentsCall>> {
  const programme = await asCoordinator(platform.db, caller, programmeId);
  const wanted = (filters.query ?? '').toLocaleLowerCase();
  const students = (await readStudents(platform, programme, filters.userId ?? null)).filter(
    ({ name, studentNumber, status, risks, offers, seeks }) =>
      [name, studentNumber ?? ''].some((text) => text.toLocaleLowerCase().includes(wanted)) &&
      (filters.status === undefined || status === filters.status) &&
      (filters.atRisk === undefined || risks.length > 0 === filters.atRisk) &&
      (filters.languageCode === undefined ||
        [...offers, ...seeks].some(({ languageCode }) => languageCode === filters.languageCode)),
  );
  return { count: students.length, students: students.slice(offset, offset + limit) };
}

/** What remains after the erasure (erasure.ts). */
function keptNumbers({ counts, languages }: ProgrammeRow): ProgrammeOverview {
  const { students, pairs, minutes } = counts as unknown as KeptCounts;
  return {
    students,
    pairs,
    paired: 0,
    waiting: 0,
    atRisk: 0,
    certificates: 0,
    minutes: Object.entries(minutes).map(([languageCode, some]) => ({
      languageCode: languageCode as LanguageCode,
      minutes: some,
    })),
    languages: (languages as LanguageCode[]).map((languageCode) => ({ languageCode, offered: 0, sought: 0 })),
  };
}

export async function getProgrammeOverview(
  platform: Platform,
  caller: Caller,
  programmeId: string,
): Promise<ProgrammeOverview> {
  const programme = await asCoordinator(platform.db, caller, programmeId);
  if (programme.state === 'erased') return keptNumbers(programme);
  const students = await readStudents(platform, programme);
  const paired = students.filter(({ status }) => status === 'paired').length;
  const pairIds = new Set(students.flatMap(({ partners }) => partners.map(({ pairId }) => pairId)));
  const minutes = new Map<LanguageCode, number>();
  for (const { languageCode, minutes: some } of students.flatMap(({ hours }) => hours.languages))
    minutes.set(languageCode, (minutes.get(languageCode) ?? 0) + some);
  const count = (list: 'offers' | 'seeks', code: string) =>
    students.filter((student) => student[list].some(({ languageCode }) => languageCode === code)).length;
  return {
    students: students.length,
    paired,
    waiting: students.length - paired,
    pairs: pairIds.size,
    atRisk: students.filter(({ risks }) => risks.length > 0).length,
    certificates: students.filter(({ certificate }) => certificate !== null).length,
    minutes: [...minutes].map(([languageCode, some]) => ({ languageCode, minutes: some })),
    languages: (programme.languages as LanguageCode[]).map((languageCode) => ({
      languageCode,
      offered: count('offers', languageCode),
      sought: count('seeks', languageCode),
    })),
  };
}
