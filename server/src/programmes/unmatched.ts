import type { LanguageCode } from '@parlance/contract/languages';
import { cellsOfRanges, freeCells, freeCellsPerDay, rangesOfCells } from '@parlance/contract/programme-hours';
import type { UnmatchedReason } from '@parlance/contract/programmes';
import { type Fits, isWishMet, lessonOf, type RoundInput, type RoundStudent } from './fit.ts';
import { commonCells } from './free-time.ts';

const adviceLanguagesMax = 3;
/** Two hours, from this hour of the day on, are the usual advice. */
const adviceCells = 4;
const earliestHour = 8;
const latestHour = 20;

type Hours = UnmatchedReason['hours'];

/** Why a student got no partner: the first reason that applies, with an advice that makes `reach` people fit. */
export function explain(input: RoundInput, fits: Fits, student: RoundStudent): UnmatchedReason {
  // People whose own wish excludes the student are left out: no advice would help.
  const others = input.students.filter(
    (other) => fits.isAllowed(student, other) && isWishMet(other, student),
  );
  const mutual = others.filter((other) => lessonOf(student, other) && lessonOf(other, student));
  const isFree = (other: RoundStudent) => commonCells(fits.timeOf(student), fits.timeOf(other)) > 0;
  const fitting = mutual.filter((other) => isWishMet(student, other) && isFree(other));
  if (fitting.length > 0) return reason('taken', fitting.length, { reach: fitting.length });
  const wished = mutual.filter((other) => isWishMet(student, other));
  if (wished.length > 0) return reason('hours', wished.length, adviseHours(fits, student, wished));
  if (mutual.length > 0) {
    const freeToo = mutual.filter(isFree);
    if (freeToo.length > 0) return reason('wish', freeToo.length, { reach: freeToo.length });
    return reason('wish', mutual.length, adviseHours(fits, student, mutual));
  }
  const near = others.filter((other) => isWishMet(student, other));
  const teachers = near.filter((other) => lessonOf(other, student));
  // With a language that the other side misses, those who are free already come first.
  const kind = teachers.length > 0 ? 'demand' : 'supply';
  const missing = (other: RoundStudent) =>
    kind === 'demand'
      ? other.seeks.filter(
          ({ languageCode }) => !student.seeks.some((own) => own.languageCode === languageCode),
        )
      : lessonOf(student, other)
        ? other.offers.filter(
            ({ languageCode }) => !student.offers.some((own) => own.languageCode === languageCode),
          )
        : [];
  const pool = (kind === 'demand' ? teachers : near).filter((other) => missing(other).length > 0);
  const freeToo = pool.filter(isFree);
  const counted = freeToo.length > 0 ? freeToo : pool;
  const languageCodes = mostFrequent(
    counted.flatMap((other) => missing(other).map(({ languageCode }) => languageCode)),
  );
  const helped = counted.filter((other) =>
    missing(other).some(({ languageCode }) => languageCodes.includes(languageCode)),
  );
  const advice =
    freeToo.length > 0 || helped.length === 0 ? { reach: helped.length } : adviseHours(fits, student, helped);
  return { ...reason(kind, teachers.length, advice), languageCodes };
}

const reason = (
  kind: UnmatchedReason['kind'],
  count: number,
  { reach, hours = [] }: { reach: number; hours?: Hours },
): UnmatchedReason => ({ kind, count, reach, hours, languageCodes: [] });

/** The most frequent languages, ties by code. */
function mostFrequent(codes: LanguageCode[]): LanguageCode[] {
  const counts = new Map<LanguageCode, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts]
    .sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1))
    .slice(0, adviceLanguagesMax)
    .map(([code]) => code);
}

/** The two hours that reach most of the given people; else the hours of the one who needs the fewest ranges. */
function adviseHours(
  { timeOf, timeOfCells }: Fits,
  { cells, timeZone }: RoundStudent,
  others: readonly RoundStudent[],
): { reach: number; hours: Hours } {
  const reachOf = (added: readonly number[]) => {
    const time = timeOfCells([...new Set([...cells, ...added])], timeZone);
    return others.filter((other) => commonCells(time, timeOf(other)) > 0).length;
  };
  let best: { reach: number; hours: Hours } = { reach: 0, hours: [] };
  for (const first of usualStarts) {
    const added = Array.from({ length: adviceCells }, (_, step) => first + step);
    const reach = reachOf(added);
    if (reach > best.reach) best = { reach, hours: rangesOfCells(added) };
  }
  return best.reach > 0 ? best : hoursOfOne({ timeOf, timeOfCells }, timeZone, others, reachOf);
}

const usualStarts = Array.from({ length: freeCells / 2 }, (_, hour) => hour * 2).filter((cell) => {
  const hour = (cell % freeCellsPerDay) / 2;
  return hour >= earliestHour && hour <= latestHour;
});

/** The free time of one other person, in the student's zone and as few ranges as suffice. */
function hoursOfOne(
  { timeOf, timeOfCells }: Pick<Fits, 'timeOf' | 'timeOfCells'>,
  timeZone: string,
  others: readonly RoundStudent[],
  reachOf: (added: readonly number[]) => number,
): { reach: number; hours: Hours } {
  const all = Array.from({ length: freeCells }, (_, cell) => cell);
  let best: { reach: number; hours: Hours } = { reach: 0, hours: [] };
  for (const other of others) {
    const free = timeOf(other);
    const overlapping = all.filter((cell) =>
      timeOfCells([cell], timeZone).some((week, which) =>
        week.some((word, at) => (word & (free[which]?.[at] ?? 0)) !== 0),
      ),
    );
    const ranges = rangesOfCells(overlapping);
    for (let count = 1; count <= ranges.length; count++) {
      const hours = ranges.slice(0, count);
      const reach = reachOf(cellsOfRanges(hours));
      if (reach === 0) continue;
      if (best.reach === 0 || hours.length < best.hours.length) best = { reach, hours };
      break;
    }
  }
  return best;
}
