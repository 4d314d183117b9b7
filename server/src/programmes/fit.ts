import { createHmac } from 'node:crypto';
import { type LanguageCode, proficiencyLevels } from '@parlance/contract/languages';
import { commonCellsCounted, pairPoints } from '@parlance/contract/programme-rounds';
import type { Place } from '@parlance/contract/programmes';
import { commonCells, createFreeTimes, type FreeTime, type Term } from './free-time.ts';

/** A student as the round reads them. */
export interface RoundStudent {
  userId: string;
  offers: Place['offers'];
  seeks: Place['seeks'];
  cells: number[];
  timeZone: string;
  wishes: Place['wishes'];
  gender: string | null;
  ageBand: string | null;
  interests: string[];
  needsCredits: boolean;
  /** Unmatched before, or left by a partner. */
  waits: boolean;
  /** How many more partners, 1 or 2. */
  room: number;
  hasPartner: boolean;
  /** The lot of the round, 0 to 3: a keyed hash, so that no one can choose an id that wins. */
  lot: number;
}

export type IdPair = readonly [string, string];

/** Everything a round depends on. Students are sorted by id. */
export interface RoundInput {
  term: Term;
  students: RoundStudent[];
  locked: IdPair[];
  /** Blocks, present partners and pairs that the coordinator refused. */
  apart: IdPair[];
  /** Hashes of former partners, and their key. */
  past: { key: string; hashes: string[] };
}

export type Points = Record<keyof typeof pairPoints, number>;

/** Two compatible students; `teaches` is what the first teaches the second. */
export interface Fit {
  teaches: LanguageCode;
  learns: LanguageCode;
  cells: number;
  score: number;
  points: Points;
}

export const pairKey = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

export const pastPartnersHash = (key: string, a: string, b: string): string =>
  createHmac('sha256', key).update(pairKey(a, b)).digest('base64');

interface Lesson {
  languageCode: LanguageCode;
  isNative: boolean;
  level: number;
  /** Position in the learner's list. */
  choice: number;
}

/** What `teacher` can teach `learner`: the language that the learner prefers. */
export function lessonOf(teacher: RoundStudent, learner: RoundStudent): Lesson | null {
  for (const [choice, { languageCode, level }] of learner.seeks.entries()) {
    const offer = teacher.offers.find((offered) => offered.languageCode === languageCode);
    if (offer)
      return { languageCode, isNative: offer.isNative, level: proficiencyLevels.indexOf(level), choice };
  }
  return null;
}

export const isWishMet = (wishing: RoundStudent, other: RoundStudent): boolean =>
  !wishing.wishes.sameGender || (wishing.gender !== null && wishing.gender === other.gender);

/** Whether two students could be partners apart from languages, hours and wishes. */
export function createAllowed({ apart, past }: RoundInput): (a: RoundStudent, b: RoundStudent) => boolean {
  const refused = new Set(apart.map(([a, b]) => pairKey(a, b)));
  const former = new Set(past.hashes);
  return (a, b) =>
    a !== b &&
    !refused.has(pairKey(a.userId, b.userId)) &&
    !(former.size > 0 && former.has(pastPartnersHash(past.key, a.userId, b.userId)));
}

export interface Fits {
  timeOf(student: RoundStudent): FreeTime;
  timeOfCells(cells: readonly number[], zone: string): FreeTime;
  fitOf(a: RoundStudent, b: RoundStudent): Fit | null;
  isAllowed(a: RoundStudent, b: RoundStudent): boolean;
}

export function createFits(input: RoundInput): Fits {
  const timeOfCells = createFreeTimes(input.term);
  const times = new Map(
    input.students.map((student) => [student, timeOfCells(student.cells, student.timeZone)]),
  );
  const timeOf = (student: RoundStudent) =>
    times.get(student) ?? timeOfCells(student.cells, student.timeZone);
  const isAllowed = createAllowed(input);
  const fitOf = (a: RoundStudent, b: RoundStudent): Fit | null => {
    const given = lessonOf(a, b);
    const got = given && lessonOf(b, a);
    if (!got || !isWishMet(a, b) || !isWishMet(b, a)) return null;
    const cells = commonCells(timeOf(a), timeOf(b));
    return cells > 0 && isAllowed(a, b) ? rate(a, b, { given, got, cells }) : null;
  };
  return { timeOf, timeOfCells, fitOf, isAllowed };
}

const levelSteps = proficiencyLevels.length - 1;
const lastChoice = 2;

function rate(
  a: RoundStudent,
  b: RoundStudent,
  { given, got, cells }: { given: Lesson; got: Lesson; cells: number },
): Fit {
  const nearness = 1 - Math.abs(given.level - got.level) / levelSteps;
  const choice = 1 - (given.choice + got.choice) / (2 * lastChoice);
  const natives = (Number(given.isNative) + Number(got.isNative)) / 2;
  const wishes = (wishShare(a, b, nearness) + wishShare(b, a, nearness)) / 2;
  const share = {
    hours: Math.min(cells, commonCellsCounted) / commonCellsCounted,
    levels: nearness,
    choice,
    natives,
    wishes,
  };
  const names = Object.keys(pairPoints) as (keyof Points)[];
  const points = Object.fromEntries(
    names.map((name) => [name, Math.round(pairPoints[name] * share[name])]),
  ) as Points;
  const score = Math.max(
    1,
    names.reduce((sum, name) => sum + points[name], 0),
  );
  return { teaches: given.languageCode, learns: got.languageCode, cells, score, points };
}

/** The share of a student's wishes that the other meets; one half without wishes. */
function wishShare(
  { wishes, ageBand, interests }: RoundStudent,
  other: RoundStudent,
  nearness: number,
): number {
  const met = [
    ...(wishes.similarLevel ? [nearness === 1] : []),
    ...(wishes.similarAge ? [ageBand !== null && ageBand === other.ageBand] : []),
    ...(wishes.sharedInterests ? [interests.filter((one) => other.interests.includes(one)).length >= 2] : []),
  ];
  return met.length === 0 ? 0.5 : met.filter(Boolean).length / met.length;
}
