import { cellsOfRanges } from '@parlance/contract/programme-hours';
import type { UnmatchedReason } from '@parlance/contract/programmes';
import { createWords } from '@parlance/words/create-words';
import { describe, expect, test } from 'vitest';
import { cohortOf, cohortShapes, inputOf } from '#test/cohorts';
import { createFits, type RoundStudent } from './fit.ts';
import { rangeText, reasonText } from './reason-text.ts';
import { explain } from './unmatched.ts';
import { type WorkedRound, workOut } from './work-out.ts';

/** The student after following the advice. */
function followed(student: RoundStudent, { kind, hours, languageCodes }: UnmatchedReason): RoundStudent {
  const added = languageCodes.map((languageCode) => ({
    languageCode,
    isNative: true,
    level: 'beginner' as const,
  }));
  return {
    ...student,
    cells: [...new Set([...student.cells, ...cellsOfRanges(hours)])],
    offers: kind === 'demand' ? [...student.offers, ...added] : student.offers,
    seeks: kind === 'supply' ? [...student.seeks, ...added] : student.seeks,
    wishes: kind === 'wish' ? { ...student.wishes, sameGender: false } : student.wishes,
  };
}

const teaches = (teacher: RoundStudent, learner: RoundStudent) =>
  learner.seeks.some(({ languageCode }) =>
    teacher.offers.some((offer) => offer.languageCode === languageCode),
  );
const accepts = (one: RoundStudent, other: RoundStudent) =>
  !one.wishes.sameGender || (one.gender !== null && one.gender === other.gender);

/** Whether the words of a reason are true, without the code that chose it. Returns what is wrong. */
function lieIn(
  { students, fitOf }: { students: RoundStudent[]; fitOf: ReturnType<typeof createFits>['fitOf'] },
  { pairs }: WorkedRound,
  student: RoundStudent,
  reason: UnmatchedReason,
): string | null {
  const others = students.filter((other) => other !== student && accepts(other, student));
  const fitting = others.filter((other) => fitOf(student, other));
  const mutual = others.filter((other) => teaches(student, other) && teaches(other, student));
  const wished = mutual.filter((other) => accepts(student, other));
  const taken = new Set(pairs.flatMap(({ ids }) => ids));
  const claims: Record<UnmatchedReason['kind'], boolean> = {
    taken: fitting.length === reason.count && fitting.every(({ userId }) => taken.has(userId)),
    hours: fitting.length === 0 && wished.length === reason.count,
    wish: fitting.length === 0 && wished.length === 0 && mutual.length >= reason.count && reason.count > 0,
    demand:
      mutual.length === 0 &&
      others.filter((other) => accepts(student, other) && teaches(other, student)).length === reason.count &&
      reason.count > 0,
    supply:
      mutual.length === 0 && !others.some((other) => accepts(student, other) && teaches(other, student)),
  };
  return claims[reason.kind] ? null : reason.kind;
}

test('a reason is told in words with its number, and hours by their weekday', () => {
  const words = createWords('en');
  const told = (kind: UnmatchedReason['kind'], count: number) =>
    reasonText(words, { kind, count, reach: 0, hours: [], languageCodes: [] });
  expect(told('taken', 1)).toMatch(/^One person fits you and has a partner already/);
  expect(told('taken', 2)).toMatch(/^2 people fit you, and all of them have a partner/);
  expect(told('wish', 1)).toMatch(/^One person would fit without your wish/);
  expect(told('hours', 3)).toMatch(/^3 people fit by language, but none of them is free/);
  expect(told('demand', 4)).toMatch(/^4 people offer a language that you seek, but none/);
  expect(told('supply', 0)).toMatch(/^No one who could be your partner offers a language that you seek/);
  const ranges = [1, 7].map((weekday) => rangeText(words, { weekday, from: '10:00', to: '12:30' }));
  expect(ranges).toEqual(['Monday 10:00–12:30', 'Sunday 10:00–12:30']);
});

// Rules: docs/specification/programmes.md#matching
describe('every unmatched student has a true reason', () => {
  test('with true numbers, and an advice that makes them fit as many people as it says', async () => {
    const kinds = new Map<string, number>();
    for (const shape of cohortShapes) {
      for (let seed = 1; seed <= 3; seed++) {
        // A fifth wish for the same gender, so that this reason occurs.
        const students = cohortOf(shape, 60, seed).map((student, at) => ({
          ...student,
          wishes: { ...student.wishes, sameGender: at % 5 === 0 },
        }));
        const input = inputOf(students);
        const round = await workOut(input);
        const fits = createFits(input);
        for (const { userId, reason } of round.left) {
          const where = `${shape} ${seed} ${userId}`;
          kinds.set(reason.kind, (kinds.get(reason.kind) ?? 0) + 1);
          const student = students.find((one) => one.userId === userId) as RoundStudent;
          expect(lieIn({ students, fitOf: fits.fitOf }, round, student, reason), where).toBeNull();
          const changed = followed(student, reason);
          const reached = students.filter((other) => other !== student && fits.fitOf(changed, other)).length;
          if (['supply', 'demand'].includes(reason.kind))
            expect(reached, where).toBeGreaterThanOrEqual(Math.min(1, reason.reach));
          else expect(reached, where).toBe(reason.reach);
          if (reason.kind === 'hours') expect(reason.reach, where).toBeGreaterThan(0);
          expect(explain(input, fits, student)).toEqual(reason);
        }
      }
    }
    expect([...kinds.keys()].toSorted()).toEqual(['demand', 'hours', 'supply', 'taken', 'wish']);
  });
});
