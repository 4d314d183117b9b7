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
  const endsAt = performance.now() + timeLimitMs;
  const model = createModel(students, open, used);
  const solve = (kind: 'relaxed' | 'whole') => {
    const solved = highs.solve(model.write(kind), {
      output_flag: false,
      mip_rel_gap: 0,
      // All weights are integers.
      mip_abs_gap: 0.5,
      time_limit: Math.max(0.1, (endsAt - performance.now()) / 1000),
      random_seed: 0,
      // The simplex method moves between equal optima of the relaxation and needs up to ten times as many rounds of cuts.
      ...(kind === 'relaxed' && { solver: 'ipm' }),
    });
    const columns = solved.Columns as Record<string, { Primal?: number; Dual?: number }>;
    const found = open.map((_, at) => columns[`x${at}`]);
    return {
      values: found.map((column) => column?.Primal ?? 0),
      reducedCosts: found.map((column) => column?.Dual ?? 0),
      isOptimal: solved.Status === 'Optimal',
    };
  };
  // Branch and bound without these cuts takes a minute for some cohorts of 500. Half of the time is left to it.
  while (performance.now() < endsAt - timeLimitMs / 2 && model.cutOff(solve('relaxed')));
  const { values, isOptimal } = solve('whole');
  return { chosen: open.filter((_, at) => (values[at] ?? 0) > 0.5), isOptimal };
}

function usesOf(locked: RoundInput['locked']): Map<string, number> {
  const used = new Map<string, number>();
  for (const userId of locked.flat()) used.set(userId, (used.get(userId) ?? 0) + 1);
  return used;
}

/** 2 to 33; a second partner counts 1. */
const precedenceOf = ({ needsCredits, waits, lot }: RoundStudent, partners: number): number =>
  2 + lot + 4 * (4 * Number(needsCredits) + 2 * Number(waits) + Number(partners <= fewPartners));

const tolerance = 1e-6;

/** The model in the LP format of CPLEX: one binary variable for each edge, and `s` for the second partner of a student. */
function createModel(
  students: readonly RoundStudent[],
  edges: readonly Edge[],
  used: ReadonlyMap<string, number>,
) {
  const names = edges.map((_, at) => `x${at}`);
  const edgesOf = students.map((): number[] => []);
  for (const [at, { a, b }] of edges.entries()) for (const end of [a, b]) edgesOf[end]?.push(at);
  const unit = (scoreMax * students.length) / 2 + 1;
  const isSecond = ({ userId, hasPartner }: RoundStudent) => hasPartner || (used.get(userId) ?? 0) > 0;
  const weights = students.map((student, at) =>
    isSecond(student) ? unit : unit * precedenceOf(student, edgesOf[at]?.length ?? 0),
  );
  const weightOf = (at: number) => weights[at] ?? 0;
  const roomOf = students.map(({ userId, room }) => room - (used.get(userId) ?? 0));
  const objective = edges.map(({ a, b, fit }, at) => `${weightOf(a) + weightOf(b) + fit.score} ${names[at]}`);
  const rows: string[] = [];
  const seconds: string[] = [];
  for (const [at, student] of students.entries()) {
    const own = edgesOf[at] ?? [];
    if (own.length === 0) continue;
    const left = roomOf[at] ?? 0;
    const sum = sumOf(own);
    if (left < 2 || isSecond(student)) {
      rows.push(` c${at}: ${sum} <= ${left}`);
    } else {
      // The second partner adds one unit in place of the student's precedence.
      objective.push(`${unit - weightOf(at)} s${at}`);
      seconds.push(`s${at}`);
      rows.push(` c${at}: ${sum}\n - s${at} <= 1`);
    }
  }
  const goal = objective.join('\n + ').replaceAll('+ -', '- ');
  const variables = [...names, ...seconds];
  const kinds = {
    relaxed: `Bounds\n${variables.map((name) => `${name} <= 1`).join('\n')}`,
    whole: `Binary\n${variables.join('\n')}`,
  };

  function sumOf(among: readonly number[]): string {
    return among.map((at) => names[at]).join('\n + ');
  }

  return {
    write: (kind: keyof typeof kinds) =>
      `Maximize\n o: ${goal}\nSubject To\n${rows.join('\n')}\n${kinds[kind]}\nEnd\n`,
    /**
     * Adds blossom inequalities (Edmonds) that a relaxed solution violates: in a group of students with an odd number of places there are at
     * most half as many pairs, rounded down. Returns whether there were any.
     */
    cutOff({ values, reducedCosts }: Relaxed): boolean {
      const before = rows.length;
      const isTight = (at: number) => Math.abs(reducedCosts[at] ?? 0) < 0.5;
      for (const circle of fractionalGroups(edges, values)) {
        // The circle alone moves to other students of the same blossom, which the alternating paths from it reach.
        for (const group of [circle, withPairsAround(circle, edges, edgesOf, values, isTight)]) {
          const places = [...group].reduce((sum, at) => sum + (roomOf[at] ?? 0), 0);
          const inside = edges.flatMap(({ a, b }, at) => (group.has(a) && group.has(b) ? [at] : []));
          const pairs = inside.reduce((sum, at) => sum + (values[at] ?? 0), 0);
          if (places % 2 === 1 && pairs > (places - 1) / 2 + tolerance)
            rows.push(` b${rows.length}: ${sumOf(inside)} <= ${(places - 1) / 2}`);
        }
      }
      return rows.length > before;
    },
  };
}

/** A solution in which edges can be taken in part. The reduced cost of an edge that could replace another one is zero. */
interface Relaxed {
  values: readonly number[];
  reducedCosts: readonly number[];
}

/** The group, and every pair of the solution that tight edges connect with it. */
function withPairsAround(
  circle: ReadonlySet<number>,
  edges: readonly Edge[],
  edgesOf: readonly number[][],
  values: readonly number[],
  isTight: (at: number) => boolean,
): Set<number> {
  const partners = new Map<number, number>();
  for (const [at, { a, b }] of edges.entries())
    if ((values[at] ?? 0) > 1 - tolerance) partners.set(a, b).set(b, a);
  const group = new Set(circle);
  // Students that are added are visited, too.
  for (const student of group)
    for (const at of edgesOf[student] ?? []) {
      const { a = student, b = student } = edges[at] ?? {};
      const other = a === student ? b : a;
      const partner = partners.get(other);
      if (partner !== undefined && isTight(at)) group.add(other).add(partner);
    }
  return group;
}

/** Students who are connected by edges that a solution takes in part. */
function fractionalGroups(edges: readonly Edge[], values: readonly number[]): Set<number>[] {
  const groupOf = new Map<number, Set<number>>();
  for (const [at, { a, b }] of edges.entries()) {
    const value = values[at] ?? 0;
    if (value < tolerance || value > 1 - tolerance) continue;
    const joined = new Set([...(groupOf.get(a) ?? [a]), ...(groupOf.get(b) ?? [b])]);
    for (const member of joined) groupOf.set(member, joined);
  }
  return [...new Set(groupOf.values())];
}
