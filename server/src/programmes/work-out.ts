import type { RoundPair } from '@parlance/contract/programme-rounds';
import type { UnmatchedReason } from '@parlance/contract/programmes';
import { createFits, type Fit, type IdPair, lessonOf, pairKey, type RoundInput } from './fit.ts';
import { commonCells } from './free-time.ts';
import { choosePairs, findEdges } from './solver.ts';
import { explain } from './unmatched.ts';

/** A pair of the result; the ids are ordered, and `teaches` is what the first teaches. */
export interface WorkedPair
  extends Pick<RoundPair, 'teaches' | 'learns' | 'score' | 'points' | 'isLocked' | 'isSecond'> {
  ids: IdPair;
  cells: number;
}

/** The result of a round as it is stored: ids only. */
export interface WorkedRound {
  isOptimal: boolean;
  students: number;
  pairs: WorkedPair[];
  left: { userId: string; reason: UnmatchedReason }[];
}

/** Works out a round. The same input gives the same result. */
export async function workOut(input: RoundInput, timeLimitMs?: number): Promise<WorkedRound> {
  const fits = createFits(input);
  const byId = new Map(input.students.map((student) => [student.userId, student]));
  const edges = findEdges(input, fits);
  const { chosen, isOptimal } = await choosePairs(input, edges, timeLimitMs);
  const locked = input.locked.flatMap(([a, b]): WorkedPair[] => {
    const [first, second] = [byId.get(a < b ? a : b), byId.get(a < b ? b : a)];
    if (!first || !second) return [];
    const fit = fits.fitOf(first, second);
    const whatever = {
      teaches: lessonOf(first, second)?.languageCode ?? null,
      learns: lessonOf(second, first)?.languageCode ?? null,
      cells: commonCells(fits.timeOf(first), fits.timeOf(second)),
      score: 0,
      points: null,
    };
    return [{ ids: [first.userId, second.userId], ...(fit ?? whatever), isLocked: true, isSecond: false }];
  });
  const found = chosen.map(({ a, b, fit }): WorkedPair => pairOf(input, a, b, fit));
  const pairs = [...locked, ...found].sort((x, y) => (pairKey(...x.ids) < pairKey(...y.ids) ? -1 : 1));
  const uses = new Map<string, number>();
  for (const userId of pairs.flatMap(({ ids }) => ids)) uses.set(userId, (uses.get(userId) ?? 0) + 1);
  const hasSecond = ([a, b]: IdPair) =>
    [a, b].some((userId) => (uses.get(userId) ?? 0) > 1 || byId.get(userId)?.hasPartner);
  return {
    isOptimal,
    students: input.students.length,
    pairs: pairs.map((pair) => ({ ...pair, isSecond: hasSecond(pair.ids) })),
    left: input.students
      .filter(({ userId, hasPartner }) => !hasPartner && !uses.has(userId))
      .map((student) => ({ userId: student.userId, reason: explain(input, fits, student) })),
  };
}

function pairOf({ students }: RoundInput, a: number, b: number, fit: Fit): WorkedPair {
  const [first, second] = [students[a]?.userId ?? '', students[b]?.userId ?? ''];
  return { ids: [first, second], ...fit, isLocked: false, isSecond: false };
}
