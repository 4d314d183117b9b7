import { rangesOfCells } from '@parlance/contract/programme-hours';
import { transact } from '#platform/effects';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { issueCertificate } from '#programmes/certificates';
import type { RoundStudent } from '#programmes/fit';
import { joinProgramme } from '#programmes/joining';
import { seededRandom, syntheticLanguages, syntheticStudents } from '#programmes/synthetic';

// A term of many students, with the real functions of the server and without HTTP: proofs and pictures need hundreds of them.

export { syntheticLanguages };

/** Given names in the scripts of the thirteen languages, so that long, short and right-to-left names occur. */
const names =
  'Maximiliane Oluwaseun José-María Ngọc Ánh 美咲 小明 지우 Анастасия ليلى חנה Zoë Łukasz Ümit अनन्या ปิยะ Kim'.split(
    ' ',
  );
const families =
  'García-Fernández O’Connor Müller-Lüdenscheidt 佐藤 王 김 Иванова العبدالله כהן Żółć Yılmaz शर्मा ศรีสุข Lee'.split(
    ' ',
  );

const callerOf = (userId: string): Caller => ({ userId, userSessionId: userId, isAdmin: false });

/** Accounts of students, who speak and learn what a synthetic cohort does. */
export async function addStudents(
  { db, clock }: Platform,
  { count, seed, named = 'student' }: { count: number; seed: number; named?: string },
): Promise<RoundStudent[]> {
  const now = clock.now();
  const students = syntheticStudents(count, seed, () => newId(clock));
  const people = students.map(({ userId, timeZone }, index) => ({
    user_id: userId,
    created_at: now,
    updated_at: now,
    email: `${named}${index}@uni.example`,
    name: `${names[index % names.length]} ${families[(index * 5) % families.length]}`,
    description: '',
    interests: [],
    time_zone: timeZone,
    last_active_at: now,
  }));
  for (let from = 0; from < people.length; from += 100)
    await db
      .insertInto('users')
      .values(people.slice(from, from + 100))
      .execute();
  return students;
}

/** Every student takes a place by the call that the form makes. */
export async function joinAll(
  platform: Platform,
  { programmeId, invitation }: { programmeId: string; invitation: string },
  students: readonly RoundStudent[],
): Promise<void> {
  for (const [index, student] of students.entries())
    await joinProgramme(platform, callerOf(student.userId), {
      programmeId,
      invitation,
      offers: student.offers,
      seeks: student.seeks,
      timeZone: student.timeZone,
      freeHours: rangesOfCells(student.cells),
      wishes: student.wishes,
      gender: student.gender as 'woman' | 'man' | 'other' | null,
      ageBand: student.ageBand as null,
      needsCredits: student.needsCredits,
      partnersMax: student.room,
      studentNumber: String(100_000 + index),
      consentVersion: 1,
    });
}

/** Sessions of present pairs between two days, about one a week; `diligence` is the share of pairs that meet. */
export async function holdSessions(
  platform: Platform,
  {
    programmeId,
    from,
    weeks,
    diligence,
  }: { programmeId: string; from: Date; weeks: number; diligence: number },
): Promise<number> {
  const random = seededRandom(weeks);
  const pairs = await platform.db
    .selectFrom('programme_pairs')
    .select(['user_id', 'partner_user_id', 'teaches', 'learns'])
    .where('programme_id', '=', programmeId)
    .where('ended_at', 'is', null)
    .execute();
  let held = 0;
  for (const pair of pairs.filter(() => random() < diligence)) {
    for (let week = 0; week < weeks; week++) {
      const startedAt = new Date(from.getTime() + (week * 7 + Math.floor(random() * 6)) * 24 * 3_600_000);
      await transact(platform, (tx) =>
        platform.effects.run(platform, tx, 'sessionEnded', {
          scheduleSlotId: newId(platform.clock),
          userIds: [pair.user_id, pair.partner_user_id],
          startedAt,
          languages: { first: pair.teaches, second: pair.learns } as never,
          firstMs: 30 * 60_000,
          secondMs: 30 * 60_000,
        }),
      );
      held += 1;
    }
  }
  return held;
}

/** Every student with the needed hours gets a certificate; returns the codes by student. */
export async function issueAll(platform: Platform, programmeId: string): Promise<Map<string, string>> {
  const students = await platform.db
    .selectFrom('programme_places')
    .innerJoin('users', 'users.user_id', 'programme_places.user_id')
    .select(['users.user_id', 'name'])
    .where('programme_id', '=', programmeId)
    .execute();
  const codes = new Map<string, string>();
  for (const { user_id, name } of students)
    await issueCertificate(platform, callerOf(user_id), { programmeId, name }).then(
      ({ code }) => codes.set(user_id, code),
      // Too few hours.
      () => undefined,
    );
  return codes;
}
