import { expect, test } from 'vitest';
import { cohortOf, cohortShapes, inputOf, mostPairs } from '#test/cohorts';
import { playLaterRounds } from '#test/later-rounds';
import { createFits } from './fit.ts';
import { findEdges } from './solver.ts';
import { workOut } from './work-out.ts';

// Rules: docs/specification/programmes.md#matching; `npm run proof:matching` plays 1,000 rounds and larger cohorts.
test('rounds of students who come and go never touch a published pair or a student without room', async () => {
  const { rounds, pairs } = await playLaterRounds(6);
  expect(rounds).toBe(60);
  expect(pairs).toBeGreaterThan(60);
}, 120_000);

test.each(cohortShapes)('the shape %s: as many pairs as another algorithm finds', async (shape) => {
  for (let seed = 1; seed <= 5; seed++) {
    const input = inputOf(cohortOf(shape, 80, seed));
    const { pairs } = await workOut(input);
    expect(pairs.length, `seed ${seed}`).toBe(mostPairs(80, findEdges(input, createFits(input))));
  }
});

test('the other algorithm itself finds pairs through odd circles', () => {
  const fit = { teaches: 'de', learns: 'en', cells: 4, score: 1, points: {} } as never;
  const edgesOf = (...ends: [number, number][]) => ends.map(([a, b]) => ({ a, b, fit }));
  // A triangle with a tail, and two triangles joined by an edge: greedy choices lose a pair.
  expect(mostPairs(4, edgesOf([0, 1], [0, 2], [1, 2], [2, 3]))).toBe(2);
  expect(mostPairs(6, edgesOf([0, 1], [1, 2], [0, 2], [2, 3], [3, 4], [4, 5], [3, 5]))).toBe(3);
  expect(mostPairs(3, edgesOf([0, 1], [1, 2], [0, 2]))).toBe(1);
});
