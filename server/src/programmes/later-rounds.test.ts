import { expect, test } from 'vitest';
import { cohortOf, cohortShapes, inputOf, mostPairs } from '#test/cohorts';
import { createFits, type IdPair, pairKey, type RoundStudent } from './fit.ts';
import { findEdges } from './solver.ts';
import { seededRandom } from './synthetic.ts';
import { workOut } from './work-out.ts';

const roundsOfOne = 10;
const programmes = 100;

/** The students of a round as the server reads them: those with room, and what they have already. */
function withRoom(members: readonly RoundStudent[], published: readonly IdPair[]): RoundStudent[] {
  const uses = (id: string) => published.filter((ids) => ids.includes(id)).length;
  return members.flatMap((member) => {
    const partners = uses(member.userId);
    const room = member.room - partners;
    return room > 0 ? [{ ...member, room, hasPartner: partners > 0, waits: partners === 0 }] : [];
  });
}

// Rules: docs/specification/programmes.md#matching
test('1,000 rounds of students who come and go never touch a published pair or a student without room', {
  timeout: 300_000,
}, async () => {
  const random = seededRandom(5);
  let made = 0;
  for (let programme = 0; programme < programmes; programme++) {
    const all = cohortOf(cohortShapes[programme % 3] ?? 'even', 60, programme + 1).map((student) => ({
      ...student,
      room: random() < 0.2 ? 2 : 1,
    }));
    let members: RoundStudent[] = [];
    let published: IdPair[] = [];
    for (let round = 0; round < roundsOfOne; round++) {
      const late = all.slice(round * 6, (round + 1) * 6);
      const leaver = random() < 0.5 ? members[Math.floor(random() * members.length)]?.userId : undefined;
      members = [...members, ...late].filter(({ userId }) => userId !== leaver);
      published = published.filter((ids) => leaver === undefined || !ids.includes(leaver));
      const students = withRoom(members, published);
      const { pairs, left } = await workOut({ ...inputOf(students), apart: published });
      const before = new Set(published.map((ids) => pairKey(...ids)));
      for (const { ids } of pairs) expect(before.has(pairKey(...ids))).toBe(false);
      const room = new Map(students.map(({ userId, room: own }) => [userId, own]));
      for (const userId of pairs.flatMap(({ ids }) => ids)) room.set(userId, (room.get(userId) ?? 0) - 1);
      expect([...room.values()].every((rest) => rest >= 0)).toBe(true);
      for (const { userId } of left) expect(published.flat()).not.toContain(userId);
      published = [...published, ...pairs.map(({ ids }) => ids)];
      made += pairs.length;
    }
  }
  expect(made).toBeGreaterThan(1000);
});

test.each(cohortShapes)(
  'the shape %s: as many pairs as another algorithm finds, in 20 cohorts',
  async (shape) => {
    for (let seed = 1; seed <= 20; seed++) {
      const input = inputOf(cohortOf(shape, 80, seed));
      const edges = findEdges(input, createFits(input));
      const { pairs } = await workOut(input);
      expect(pairs.length, `seed ${seed}`).toBe(mostPairs(80, edges));
    }
  },
);

test('the other algorithm itself finds pairs through odd circles', () => {
  const fit = { teaches: 'de', learns: 'en', cells: 4, score: 1, points: {} } as never;
  const edgesOf = (...ends: [number, number][]) => ends.map(([a, b]) => ({ a, b, fit }));
  // A triangle with a tail, and two triangles joined by an edge: greedy choices lose a pair.
  expect(mostPairs(4, edgesOf([0, 1], [0, 2], [1, 2], [2, 3]))).toBe(2);
  expect(mostPairs(6, edgesOf([0, 1], [1, 2], [0, 2], [2, 3], [3, 4], [4, 5], [3, 5]))).toBe(3);
  expect(mostPairs(3, edgesOf([0, 1], [1, 2], [0, 2]))).toBe(1);
});
