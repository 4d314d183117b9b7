import { ApiError } from '@parlance/contract/errors';
import type { Programme } from '@parlance/contract/programmes';
import { sql } from 'kysely';
import type { Tx } from '#platform/effects';
import { newId } from '#platform/ids';
import { dayAfter, localDay } from '#platform/local-time';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import type { RoundStudent } from './fit.ts';
import { findProgramme, toProgramme } from './roles.ts';
import { workOutApart } from './rounds.ts';
import { canTry, createProgramme } from './settings.ts';
import { seededRandom, syntheticLanguages, syntheticStudents } from './synthetic.ts';
import type { WorkedRound } from './work-out.ts';

const students = 120;
const names =
  `Alma Bruno Carla Dario Elif Farid Greta Hugo Ines Jonas Keiko Liam Mina Nadia Oskar Paula Quentin Rosa Samir Tomo`.split(
    ' ',
  );
const families = `Abe Berg Costa Dietz Evans Fuchs Gallo Haddad Ito Jansen Kaya Lind`.split(' ');
const halfTermDays = 56;

/** Another name for each of the students; the multiplier keeps neighbours from having the same family. */
function nameAt(index: number): string {
  const row = Math.floor(index / names.length);
  return `${names[index % names.length]} ${families[((index % names.length) * 7 + row) % families.length]}`;
}

/** Creates an example programme half-way through its term, with synthetic students without addresses; the caller coordinates it. */
export async function tryProgramme(platform: Platform, caller: Caller): Promise<Programme> {
  if (!canTry(platform)) throw new ApiError('EndpointNotFound');
  const today = localDay(platform.clock.now(), 'Europe/London');
  const { programmeId } = await createProgramme(platform, caller, {
    name: 'Example tandem programme',
    office: 'Example Language Centre',
    officeEmail: null,
    timeZone: 'Europe/London',
    languages: syntheticLanguages,
    registrationEndsOn: dayAfter(today, -halfTermDays - 14),
    termStartsOn: dayAfter(today, -halfTermDays),
    termEndsOn: dayAfter(today, halfTermDays),
    eraseOn: dayAfter(today, 3 * halfTermDays),
    neededHours: 20,
    declaredPercent: 50,
    consentText: 'All students of this programme are synthetic.',
    isOpen: false,
  });
  const cohort = syntheticStudents(students, 1, () => newId(platform.clock)).sort((a, b) =>
    a.userId < b.userId ? -1 : 1,
  );
  const term = { startsOn: dayAfter(today, -halfTermDays), endsOn: dayAfter(today, halfTermDays) };
  const result = await workOutApart(
    {
      term,
      students: cohort,
      locked: [],
      apart: [],
      past: { key: '', hashes: [] },
    },
    programmeId,
  );
  await platform.db.transaction().execute(async (tx) => {
    await storeCohort(platform, tx, programmeId, cohort, result);
    await storeTerm(platform, tx, { programmeId, startsOn: term.startsOn }, result);
    await tx
      .insertInto('programme_coordinators')
      .values({ programme_id: programmeId, user_id: caller.userId, since: platform.clock.now() })
      .execute();
    await tx
      .updateTable('programmes')
      .set({ state: 'running' })
      .where('programme_id', '=', programmeId)
      .execute();
  });
  return toProgramme(await findProgramme(platform.db, programmeId));
}

async function storeCohort(
  { clock }: Platform,
  tx: Tx,
  programmeId: string,
  cohort: readonly RoundStudent[],
  { left }: WorkedRound,
): Promise<void> {
  const now = clock.now();
  const reasons = new Map(left.map(({ userId, reason }) => [userId, JSON.stringify(reason)]));
  // Not listed in search: they have an account row and nothing else.
  const people = cohort.map(({ userId, timeZone }, index) => ({
    user_id: userId,
    created_at: now,
    updated_at: now,
    name: nameAt(index),
    description: '',
    interests: [],
    time_zone: timeZone,
    last_active_at: now,
  }));
  await tx.insertInto('users').values(people).execute();
  const places = cohort.map((student, index) => ({
    programme_id: programmeId,
    user_id: student.userId,
    offers: JSON.stringify(student.offers),
    seeks: JSON.stringify(student.seeks),
    free: sql<string>`${Array.from({ length: 336 }, (_, cell) => Number(student.cells.includes(cell))).join('')}::bit(336)`,
    time_zone: student.timeZone,
    wishes: JSON.stringify(student.wishes),
    gender: student.gender,
    age_band: student.ageBand,
    needs_credits: student.needsCredits,
    partners_max: student.room,
    student_number: String(100_000 + index),
    consent_version: 1,
    consented_at: now,
    joined_at: now,
    unmatched: reasons.get(student.userId) ?? null,
  }));
  await tx.insertInto('programme_places').values(places).execute();
}

/** Pairs and about one session a week; some pairs meet rarely, so that the list of students at risk has entries. */
async function storeTerm(
  { clock }: Platform,
  tx: Tx,
  { programmeId, startsOn }: { programmeId: string; startsOn: string },
  { pairs }: WorkedRound,
): Promise<void> {
  const random = seededRandom(2);
  const publishedAt = new Date(`${startsOn}T00:00:00Z`);
  const made = pairs.flatMap(({ ids: [user_id, partner_user_id], teaches, learns }) =>
    teaches && learns
      ? [
          {
            pair_id: newId(clock),
            programme_id: programmeId,
            user_id,
            partner_user_id,
            teaches,
            learns,
            published_at: publishedAt,
          },
        ]
      : [],
  );
  await tx.insertInto('programme_pairs').values(made).execute();
  const hours = made.flatMap((pair) => {
    const isRare = random() < 0.15;
    const sessions = isRare ? 1 : 6 + Math.floor(random() * 3);
    // Most pairs met within the last days; the others once, at the beginning.
    const first = isRare ? 1 : halfTermDays - 6 * sessions;
    return Array.from({ length: sessions }, (_, week) => {
      const day = dayAfter(startsOn, first + week * 6 + Math.floor(random() * 4));
      const slot = newId(clock);
      const at = new Date(`${day}T18:00:00Z`);
      return [pair.user_id, pair.partner_user_id].map((user_id) => ({
        hours_id: newId(clock),
        programme_id: programmeId,
        user_id,
        schedule_slot_id: slot,
        day,
        source: 'session',
        first_language: pair.teaches,
        first_ms: 30 * 60_000,
        second_language: pair.learns,
        second_ms: 30 * 60_000,
        created_at: at,
        confirmed_at: at,
      }));
    }).flat();
  });
  if (hours.length > 0) await tx.insertInto('programme_hours').values(hours).execute();
}
