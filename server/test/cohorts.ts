import type { LanguageCode } from '@parlance/contract/languages';
import type { RoundInput, RoundStudent } from '#programmes/fit';
import type { Edge } from '#programmes/solver';
import { seededRandom, syntheticStudents } from '#programmes/synthetic';

export const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

export const inputOf = (students: RoundStudent[]): RoundInput => ({
  term: { startsOn: '2030-10-14', endsOn: '2031-02-14' },
  students,
  locked: [],
  apart: [],
  past: { key: 'key', hashes: [] },
});

/**
 * Shapes of demand. `uneven` is a language centre with one large language and few learners of the small ones, `host` a university whose
 * guests all seek the language of the country, `even` one where every language has as many learners as speakers.
 */
export const cohortShapes = ['uneven', 'host', 'even'] as const;
export type CohortShape = (typeof cohortShapes)[number];

/** Synthetic students of a shape, each with room for one partner. */
export function cohortOf(shape: CohortShape, count: number, seed: number): RoundStudent[] {
  const random = seededRandom(seed * 7919);
  const codes: LanguageCode[] = ['de', 'en', 'es', 'fr', 'it', 'ja', 'zh'];
  const pick = () => codes[Math.floor(random() * codes.length)] ?? 'de';
  return syntheticStudents(count, seed, idOf).map((student) => {
    const one = { ...student, room: 1 };
    if (shape === 'uneven') return one;
    const isHost = random() < 0.55;
    const native = shape === 'host' && isHost ? 'de' : pick();
    let wanted = shape === 'host' && !isHost ? 'de' : pick();
    while (wanted === native) wanted = pick();
    const [sought] = student.seeks;
    return {
      ...one,
      offers: [{ languageCode: native, isNative: true }],
      seeks: [{ languageCode: wanted, level: sought?.level ?? 'beginner' }],
    };
  });
}

/**
 * The largest possible number of pairs, by Edmonds' blossom algorithm: another method than the server's, so that both can only be wrong
 * in the same way by chance.
 */
export function mostPairs(count: number, edges: readonly Edge[]): number {
  const near = Array.from({ length: count }, (): number[] => []);
  for (const { a, b } of edges) {
    near[a]?.push(b);
    near[b]?.push(a);
  }
  const mate = new Int32Array(count).fill(-1);
  const parent = new Int32Array(count);
  const base = new Int32Array(count);
  const at = (list: Int32Array, index: number) => list[index] ?? -1;

  const commonBase = (one: number, other: number): number => {
    const seen = new Set<number>();
    for (let node = one; ; node = at(parent, at(mate, node))) {
      node = at(base, node);
      seen.add(node);
      if (at(mate, node) === -1) break;
    }
    for (let node = other; ; node = at(parent, at(mate, node))) {
      node = at(base, node);
      if (seen.has(node)) return node;
    }
  };
  const markPath = (inBlossom: Set<number>, from: number, to: number, child: number): void => {
    let last = child;
    for (let node = from; at(base, node) !== to; node = at(parent, at(mate, node))) {
      inBlossom.add(at(base, node)).add(at(base, at(mate, node)));
      parent[node] = last;
      last = at(mate, node);
    }
  };
  const findPath = (root: number): number => {
    parent.fill(-1);
    for (let node = 0; node < count; node++) base[node] = node;
    const used = new Set([root]);
    const queue = [root];
    for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
      for (const next of near[node] ?? []) {
        if (at(base, node) === at(base, next) || at(mate, node) === next) continue;
        const isOuter = next === root || (at(mate, next) !== -1 && at(parent, at(mate, next)) !== -1);
        if (isOuter) {
          const top = commonBase(node, next);
          const inBlossom = new Set<number>();
          markPath(inBlossom, node, top, next);
          markPath(inBlossom, next, top, node);
          for (let each = 0; each < count; each++) {
            if (!inBlossom.has(at(base, each))) continue;
            base[each] = top;
            if (!used.has(each)) {
              used.add(each);
              queue.push(each);
            }
          }
        } else if (at(parent, next) === -1) {
          parent[next] = node;
          if (at(mate, next) === -1) return next;
          used.add(at(mate, next));
          queue.push(at(mate, next));
        }
      }
    }
    return -1;
  };
  let pairs = 0;
  for (let root = 0; root < count; root++) {
    if (at(mate, root) !== -1) continue;
    let node = findPath(root);
    if (node !== -1) pairs += 1;
    while (node !== -1) {
      const [before, next] = [at(parent, node), at(mate, at(parent, node))];
      mate[node] = before;
      mate[before] = node;
      node = next;
    }
  }
  return pairs;
}
