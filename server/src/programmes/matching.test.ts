import { cellsOfRanges } from '@parlance/contract/programme-hours';
import { describe, expect, test } from 'vitest';
import { cohortOf, cohortShapes, idOf, inputOf } from '#test/cohorts';
import { createFits, pastPartnersHash, type RoundInput, type RoundStudent } from './fit.ts';
import { createFreeTimes } from './free-time.ts';
import { choosePairs, type Edge, findEdges } from './solver.ts';
import { seededRandom, syntheticStudents } from './synthetic.ts';
import { workOut } from './work-out.ts';

/** Few languages and much common time: small graphs with many edges. */
function smallCohort(seed: number): RoundStudent[] {
  const random = seededRandom(seed);
  const codes = ['en', 'de', 'es'] as const;
  return syntheticStudents(5 + Math.floor(random() * 6), seed, idOf).map((student) => {
    const [offered, wanted] = [
      codes[Math.floor(random() * 3)] ?? 'en',
      codes[Math.floor(random() * 3)] ?? 'de',
    ];
    const other = wanted === offered ? codes[(codes.indexOf(offered) + 1) % 3] : wanted;
    return {
      ...student,
      offers: [{ languageCode: offered, isNative: random() < 0.7 }],
      seeks: [{ languageCode: other ?? 'de', level: student.seeks[0]?.level ?? 'beginner' }],
      cells: [...student.cells, ...cellsOfRanges([{ weekday: 2, from: '18:00', to: '20:30' }])].filter(
        (cell, at, all) => all.indexOf(cell) === at,
      ),
      timeZone: 'Europe/London',
      wishes: { ...student.wishes, sameGender: random() < 0.15 },
      room: 1,
    };
  });
}

/** What a matching is worth: pairs, then the classes of matched students, highest first, then the score. */
type Worth = [pairs: number, precedence: string, score: number];

/** Returns a function of chosen pairs. It is called for every matching, so classes and degrees are counted before. */
function createWorth({ students }: RoundInput, edges: readonly Edge[]): (chosen: readonly Edge[]) => Worth {
  const classes = students.map(({ needsCredits, waits, lot }, at) => {
    const degree = edges.filter(({ a, b }) => a === at || b === at).length;
    return 16 * Number(needsCredits) + 8 * Number(waits) + 4 * Number(degree <= 3) + lot;
  });
  return (chosen) => {
    const matched = chosen.flatMap(({ a, b }) => [classes[a] ?? 0, classes[b] ?? 0]).sort((x, y) => y - x);
    const precedence = String.fromCharCode(...matched.map((one) => 33 + one));
    return [chosen.length, precedence, chosen.reduce((sum, { fit }) => sum + fit.score, 0)];
  };
}

const isBetter = (one: Worth, other: Worth): boolean => {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at >= 0 && (one[at] as never) > (other[at] as never);
};

/** The best of all matchings. */
function bruteForce(edges: readonly Edge[], worthOf: ReturnType<typeof createWorth>): Worth {
  let best: Worth = [0, '', 0];
  const visit = (from: number, taken: ReadonlySet<number>, chosen: Edge[]): void => {
    const worth = worthOf(chosen);
    if (isBetter(worth, best)) best = worth;
    for (let at = from; at < edges.length; at++) {
      const edge = edges[at] as Edge;
      if (!taken.has(edge.a) && !taken.has(edge.b))
        visit(at + 1, new Set([...taken, edge.a, edge.b]), [...chosen, edge]);
    }
  };
  visit(0, new Set(), []);
  return best;
}

// Rules: docs/specification/programmes.md#matching
describe('the pairs of a round', () => {
  test('are the best in number, precedence and score: 60 small cohorts against all matchings', async () => {
    let edgesSeen = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const input = inputOf(smallCohort(seed));
      const edges = findEdges(input, createFits(input));
      if (edges.length > 16) continue;
      edgesSeen += edges.length;
      const { chosen, isOptimal } = await choosePairs(input, edges);
      expect(isOptimal).toBe(true);
      const worthOf = createWorth(input, edges);
      expect(worthOf(chosen), `seed ${seed}`).toEqual(bruteForce(edges, worthOf));
    }
    expect(edgesSeen).toBeGreaterThan(150);
  });

  test.each(cohortShapes)('are so in the shape %s: 20 cohorts against all matchings', async (shape) => {
    let compared = 0;
    for (let seed = 1; compared < 20; seed++) {
      const input = inputOf(cohortOf(shape, 26, seed));
      const edges = findEdges(input, createFits(input));
      if (edges.length < 4 || edges.length > 16) continue;
      compared += 1;
      const { chosen } = await choosePairs(input, edges);
      const worthOf = createWorth(input, edges);
      expect(worthOf(chosen), `seed ${seed}`).toEqual(bruteForce(edges, worthOf));
    }
  });

  test('are the same for the same input, in any order of lists', async () => {
    const students = syntheticStudents(80, 3, idOf);
    const once = await workOut(inputOf(students));
    expect(await workOut(structuredClone(inputOf(students)))).toEqual(once);
  });

  test('give second partners only to those who take them, and never the same one twice', async () => {
    for (let seed = 1; seed <= 5; seed++) {
      const students = syntheticStudents(60, seed, idOf).map((student, at) => ({
        ...student,
        room: 1 + (at % 2),
      }));
      const { pairs } = await workOut(inputOf(students));
      const uses = Map.groupBy(
        pairs.flatMap(({ ids }) => ids),
        (userId) => userId,
      );
      for (const { userId, room } of students)
        expect(uses.get(userId)?.length ?? 0).toBeLessThanOrEqual(room);
      expect(new Set(pairs.map(({ ids }) => ids.join())).size).toBe(pairs.length);
      expect([...uses.values()].some((of) => of.length === 2)).toBe(true);
    }
  });

  test('keep locked pairs, compatible or not, and leave out those kept apart, blocked or former partners', async () => {
    const students = syntheticStudents(60, 5, idOf);
    const free = await workOut(inputOf(students));
    const [first, second, third] = free.pairs;
    if (!first || !second || !third) throw new Error('three pairs are needed');
    const locked: [string, string] = [first.ids[0], second.ids[0]];
    const input: RoundInput = {
      ...inputOf(students.map((student) => ({ ...student, room: 1 }))),
      locked: [locked],
      apart: [[third.ids[1], third.ids[0]]],
    };
    const { pairs } = await workOut(input);
    expect(pairs.find(({ isLocked }) => isLocked)?.ids.toSorted()).toEqual(locked.toSorted());
    expect(pairs.filter(({ ids }) => ids.includes(locked[0])).length).toBe(1);
    expect(pairs.map(({ ids }) => ids.join())).not.toContain(third.ids.join());
    const hashes = free.pairs.map(({ ids: [a, b] }) => pastPartnersHash('key', a, b));
    const later = await workOut({ ...inputOf(students), past: { key: 'key', hashes } });
    const before = new Set(free.pairs.map(({ ids }) => ids.join()));
    expect(later.pairs.filter(({ ids }) => before.has(ids.join()))).toEqual([]);
    expect(later.pairs.length).toBeGreaterThan(0);
  });
});

describe('common hours', () => {
  const [base] = syntheticStudents(1, 1, idOf);
  const pairOf = (one: Partial<RoundStudent>, other: Partial<RoundStudent>) => {
    const native = (offered: 'en' | 'de', wanted: 'en' | 'de') => ({
      offers: [{ languageCode: offered, isNative: true }],
      seeks: [{ languageCode: wanted, level: 'beginner' as const }],
    });
    const plain = {
      ...(base as RoundStudent),
      wishes: { sameGender: false, similarLevel: false, similarAge: false, sharedInterests: false },
    };
    const a = { ...plain, ...native('en', 'de'), userId: idOf(1), ...one };
    const b = { ...plain, ...native('de', 'en'), userId: idOf(2), ...other };
    const input = inputOf([a, b]);
    return createFits(input).fitOf(a, b);
  };
  const cells = (from: string, to: string) => cellsOfRanges([{ weekday: 2, from, to }]);

  test('of four half-hours suffice, of three not, and an hour must be in one piece', () => {
    const zone = { timeZone: 'Europe/Berlin' };
    const all = { ...zone, cells: cells('08:00', '20:00') };
    expect(pairOf({ ...zone, cells: cells('10:00', '12:00') }, all)?.cells).toBe(4);
    expect(pairOf({ ...zone, cells: cells('10:00', '11:30') }, all)).toBeNull();
    expect(pairOf({ ...zone, cells: [0, 2, 4, 6].map((step) => 48 + 20 + step) }, all)).toBeNull();
    expect(pairOf({ ...zone, cells: [0, 1, 4, 6].map((step) => 48 + 20 + step) }, all)?.cells).toBe(4);
  });

  test('have an hour in one piece also across the end of the week in UTC', () => {
    // In the last week, in winter, half past midnight on Monday in Berlin is Sunday in UTC. The other half-hours are single ones.
    const zone = { timeZone: 'Europe/Berlin', cells: [1, 2, 48 + 20, 48 + 24] };
    expect(pairOf(zone, zone)?.cells).toBe(4);
  });

  test('are needed in the first and in the last week, between zones that change their clocks on other days', () => {
    // In March the United States change two weeks before Europe, so the distance is five hours instead of six.
    const inTerm = (endsOn: string) => {
      const time = createFreeTimes({ startsOn: '2031-02-03', endsOn });
      return [
        time(cells('08:00', '10:00'), 'America/New_York'),
        time(cells('14:00', '16:00'), 'Europe/Berlin'),
      ];
    };
    const [ny, berlin] = inTerm('2031-03-14');
    expect(ny?.[0]).toEqual(berlin?.[0]);
    expect(ny?.[1]).not.toEqual(berlin?.[1]);
    const [later, there] = inTerm('2031-04-11');
    expect(later).toEqual(there);
  });

  test('and levels, choices, native speakers and wishes give points', () => {
    const free = (to: string) => ({ timeZone: 'Europe/Berlin', cells: cells('10:00', to) });
    const pointsOf = (one: Partial<RoundStudent> = {}, other: Partial<RoundStudent> = {}, to = '16:00') => {
      const fit = pairOf({ ...free(to), ...one }, { ...free(to), ...other });
      return fit && { ...fit.points, score: fit.score };
    };
    const best = { hours: 30, levels: 20, choice: 20, natives: 15, wishes: 8, score: 93 };
    expect(pointsOf()).toEqual(best);
    expect(pointsOf({}, {}, '17:00')).toEqual(best);
    expect(pointsOf({}, {}, '12:00')).toEqual({ ...best, hours: 10, score: 73 });
    const seeks = (...list: RoundStudent['seeks']) => ({ seeks: list });
    const [fluent, advanced] = [
      seeks({ languageCode: 'de', level: 'fluent' }),
      seeks({ languageCode: 'de', level: 'advanced' }),
    ];
    expect(pointsOf(fluent)).toEqual({ ...best, levels: 0, score: 73 });
    expect(pointsOf(advanced)).toEqual({ ...best, levels: 7, score: 80 });
    const second = seeks({ languageCode: 'fr', level: 'fluent' }, { languageCode: 'de', level: 'beginner' });
    expect(pointsOf(second)).toEqual({ ...best, choice: 15, score: 88 });
    expect(pointsOf({}, { offers: [{ languageCode: 'de', isNative: false }] })).toEqual({
      ...best,
      natives: 8,
      score: 86,
    });
    const wish = (wished: keyof RoundStudent['wishes']) => ({
      wishes: {
        sameGender: false,
        similarLevel: false,
        similarAge: false,
        sharedInterests: false,
        [wished]: true,
      },
    });
    const [met, unmet] = [
      { ...best, wishes: 11, score: 96 },
      { ...best, wishes: 4, score: 89 },
    ];
    expect(pointsOf(wish('similarLevel'))).toEqual(met);
    expect(pointsOf({ ...wish('similarLevel'), ...advanced })).toEqual({ ...unmet, levels: 7, score: 76 });
    const age = (ageBand: string | null) => ({ ageBand });
    expect(pointsOf({ ...wish('similarAge'), ...age('21-25') }, age('21-25'))).toEqual(met);
    expect(pointsOf({ ...wish('similarAge'), ...age(null) }, age(null))).toEqual(unmet);
    const interests = (...list: string[]) => ({ interests: list });
    const many = interests('film', 'music', 'hiking');
    expect(pointsOf({ ...wish('sharedInterests'), ...many }, interests('music', 'film'))).toEqual(met);
    expect(pointsOf({ ...wish('sharedInterests'), ...many }, interests('music', 'art'))).toEqual(unmet);
  });

  test('teach each the language that they prefer, not the first that the other offers', () => {
    const free = { timeZone: 'Europe/Berlin', cells: cells('10:00', '14:00') };
    const offers = (['en', 'fr'] as const).map((languageCode) => ({ languageCode, isNative: true }));
    const seeks = (['fr', 'en'] as const).map((languageCode) => ({
      languageCode,
      level: 'beginner' as const,
    }));
    expect(pairOf({ ...free, offers }, { ...free, seeks })).toMatchObject({ teaches: 'fr', learns: 'de' });
  });

  test('count in zones with quarters of an hour', () => {
    const fit = pairOf(
      { timeZone: 'Asia/Kathmandu', cells: cells('18:00', '21:00') },
      { timeZone: 'Asia/Kolkata', cells: cells('17:30', '20:30') },
    );
    expect(fit?.cells).toBe(5);
  });

  test('a wish for the same gender excludes others, also of the one who is wished', () => {
    const free = { timeZone: 'Europe/Berlin', cells: cells('10:00', '14:00') };
    const wishes = { sameGender: true, similarLevel: false, similarAge: false, sharedInterests: false };
    const woman = { ...free, gender: 'woman' };
    expect(pairOf({ ...woman, wishes }, { ...free, gender: 'man' })).toBeNull();
    expect(pairOf({ ...free, gender: 'man' }, { ...woman, wishes })).toBeNull();
    expect(pairOf({ ...woman, wishes }, woman)).not.toBeNull();
    expect(pairOf({ ...free, gender: null }, { ...woman, wishes })).toBeNull();
  });
});
