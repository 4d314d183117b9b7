import { pairPoints, roundMaxMs } from '@parlance/contract/programme-rounds';
import loadHighs from 'highs';
import type { Fit, Fits, RoundInput, RoundStudent } from './fit.ts';
import { pairKey } from './fit.ts';

/** A possible pair, by positions in the list of students. */
export interface Edge {
  a: number;
  b: number;
  fit: Fit;
}

/** Every compatible pair. Candidates are found by language, which spares most of the comparisons. */
export function findEdges({ students }: RoundInput, { fitOf }: Fits): Edge[] {
  const seekers = new Map<string, number[]>();
  for (const [index, { seeks }] of students.entries())
    for (const { languageCode } of seeks)
      seekers.set(languageCode, [...(seekers.get(languageCode) ?? []), index]);
  const edges: Edge[] = [];
  for (const [a, student] of students.entries()) {
    const candidates = new Set(student.offers.flatMap(({ languageCode }) => seekers.get(languageCode) ?? []));
    for (const b of [...candidates].sort((x, y) => x - y)) {
      const other = students[b];
      const fit = b > a && other ? fitOf(student, other) : null;
      if (fit) edges.push({ a, b, fit });
    }
  }
  return edges;
}

// The package declares its types as CommonJS, in which the loader would be the property `default`; Node loads its ES module.
const load = loadHighs as unknown as typeof loadHighs.default;

/** Students with fewer possible partners than this have precedence over those with more. */
const fewPartners = 3;
const scoreMax = Object.values(pairPoints).reduce((sum, points) => sum + points, 0);

/**
 * Chosen edges that maximise, in this order: the number of pairs, the precedence of those who get a partner, the score. One weighted
 * sum is enough. The sets of students that can be matched form a matroid, so with positive weights of students the best sum has the most
 * pairs and the best precedence at once; a step of precedence is worth more than all scores together.
 */
export async function choosePairs(
  { students, locked }: RoundInput,
  edges: readonly Edge[],
  timeLimitMs = roundMaxMs,
): Promise<{ chosen: Edge[]; isOptimal: boolean }> {
  const used = usesOf(locked);
  const fixed = new Set(locked.map(([a, b]) => pairKey(a, b)));
  const open = edges.filter(({ a, b }) => {
    const [one, other] = [students[a], students[b]];
    if (!one || !other || fixed.has(pairKey(one.userId, other.userId))) return false;
    return [one, other].every(({ userId, room }) => room > (used.get(userId) ?? 0));
  });
  if (open.length === 0) return { chosen: [], isOptimal: true };
  const highs = await load();
  const { text, names } = writeModel(students, open, used);
  const solved = highs.solve(text, {
    output_flag: false,
    mip_rel_gap: 0,
    // All weights are integers.
    mip_abs_gap: 0.5,
    time_limit: timeLimitMs / 1000,
    random_seed: 0,
  });
  const columns = solved.Columns as Record<string, { Primal?: number }>;
  const chosen = open.filter((_, at) => (columns[names[at] ?? '']?.Primal ?? 0) > 0.5);
  return { chosen, isOptimal: solved.Status === 'Optimal' };
}

function usesOf(locked: RoundInput['locked']): Map<string, number> {
  const used = new Map<string, number>();
  for (const userId of locked.flat()) used.set(userId, (used.get(userId) ?? 0) + 1);
  return used;
}

/** 2 to 33; a second partner counts 1. */
const precedenceOf = ({ needsCredits, waits, lot }: RoundStudent, partners: number): number =>
  2 + lot + 4 * (4 * Number(needsCredits) + 2 * Number(waits) + Number(partners <= fewPartners));

/** The model in the LP format of CPLEX: one binary variable for each edge, and `s` for the second partner of a student. */
function writeModel(
  students: readonly RoundStudent[],
  edges: readonly Edge[],
  used: ReadonlyMap<string, number>,
): { text: string; names: string[] } {
  const names = edges.map((_, at) => `x${at}`);
  const edgesOf = students.map((): number[] => []);
  for (const [at, { a, b }] of edges.entries()) for (const end of [a, b]) edgesOf[end]?.push(at);
  const unit = (scoreMax * students.length) / 2 + 1;
  const isSecond = ({ userId, hasPartner }: RoundStudent) => hasPartner || (used.get(userId) ?? 0) > 0;
  const weights = students.map((student, at) =>
    isSecond(student) ? unit : unit * precedenceOf(student, edgesOf[at]?.length ?? 0),
  );
  const weightOf = (at: number) => weights[at] ?? 0;
  const objective = edges.map(({ a, b, fit }, at) => `${weightOf(a) + weightOf(b) + fit.score} ${names[at]}`);
  const rows: string[] = [];
  const seconds: string[] = [];
  for (const [at, { userId, room, ...student }] of students.entries()) {
    const own = edgesOf[at] ?? [];
    if (own.length === 0) continue;
    const left = room - (used.get(userId) ?? 0);
    const sum = own.map((edge) => names[edge]).join('\n + ');
    if (left < 2 || isSecond({ userId, room, ...student })) {
      rows.push(` c${at}: ${sum} <= ${left}`);
    } else {
      // The second partner adds one unit in place of the student's precedence.
      objective.push(`${unit - weightOf(at)} s${at}`);
      seconds.push(`s${at}`);
      rows.push(` c${at}: ${sum}\n - s${at} <= 1`);
    }
  }
  const sum = objective.join('\n + ').replaceAll('+ -', '- ');
  const text = `Maximize\n o: ${sum}\nSubject To\n${rows.join('\n')}\nBinary\n${[...names, ...seconds].join('\n')}\nEnd\n`;
  return { text, names };
}
