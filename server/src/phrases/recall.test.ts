import { type PhraseRating, phraseRatings } from '@parlance/contract/phrases';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recallAfter } from './recall.ts';

const created = new Date('2030-03-01T00:00:00Z');
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Reviews with intervals from zero to years. */
const history = fc
  .array(
    fc.record({
      rating: fc.constantFrom<PhraseRating>(...phraseRatings),
      afterMs: fc.oneof(fc.nat(30 * minuteMs), fc.nat(400 * dayMs), fc.constant(0)),
    }),
    { maxLength: 30 },
  )
  .map((steps) => {
    let at = created.getTime();
    return steps.map(({ rating, afterMs }) => {
      at += afterMs;
      return { rating, reviewedAt: new Date(at) };
    });
  });

const nextAfter = (past: { rating: PhraseRating; reviewedAt: Date }[], rating: PhraseRating, at: Date) =>
  recallAfter(created, [...past, { rating, reviewedAt: at }]).dueAt.getTime() - at.getTime();

test('a phrase without a review is due when it was kept', () => {
  expect(recallAfter(created, [])).toEqual({ dueAt: created, reps: 0, lapses: 0, knownAt: null });
});

test('a review never makes a phrase due before the review; again comes soon, good later than hard, easy last', () => {
  fc.assert(
    fc.property(history, fc.nat(400 * dayMs), (past, laterMs) => {
      const at = new Date((past.at(-1)?.reviewedAt ?? created).getTime() + laterMs);
      const waits = phraseRatings.map((rating) => nextAfter(past, rating, at));
      const [again = 0, hard = 0, good = 0, easy = 0] = waits;
      expect(again).toBeGreaterThanOrEqual(minuteMs);
      expect(again).toBeLessThanOrEqual(10 * minuteMs);
      expect(hard).toBeGreaterThan(again * 0.99);
      expect(good).toBeGreaterThan(hard);
      expect(easy).toBeGreaterThan(good * 0.99);
      expect(easy).toBeLessThanOrEqual(36_500 * dayMs);
    }),
  );
});

test('reviews that come out of order do not throw, and each is counted', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([1, 5, 9, 40, 41, 300], { minLength: 6 }), (days) => {
      const reviews = days.map((day) => ({
        rating: 'good' as const,
        reviewedAt: new Date(created.getTime() + day * dayMs),
      }));
      expect(recallAfter(created, reviews).reps).toBe(6);
    }),
  );
});

test('what is forgotten after it was known is a lapse', () => {
  const day = (nth: number) => new Date(created.getTime() + nth * dayMs);
  const known = [
    { rating: 'easy' as const, reviewedAt: day(0) },
    { rating: 'good' as const, reviewedAt: day(20) },
  ];
  expect(recallAfter(created, known).lapses).toBe(0);
  expect(recallAfter(created, [...known, { rating: 'again', reviewedAt: day(60) }]).lapses).toBe(1);
});

const lastWaitDays = (reviews: { rating: PhraseRating; reviewedAt: Date }[]) =>
  (recallAfter(created, reviews).dueAt.getTime() - (reviews.at(-1)?.reviewedAt ?? created).getTime()) / dayMs;

test('a phrase is known while it is not asked for before three weeks are over', () => {
  const seen = { known: 0, unknown: 0 };
  fc.assert(
    fc.property(history, (reviews) => {
      const { knownAt } = recallAfter(created, reviews);
      seen[knownAt ? 'known' : 'unknown'] += 1;
      expect(knownAt !== null).toBe(lastWaitDays(reviews) >= 21);
    }),
    { numRuns: 500 },
  );
  expect(seen.known).toBeGreaterThan(20);
  expect(seen.unknown).toBeGreaterThan(20);
});

test('it is known since the first of the reviews that said so, and after a lapse since a later one', () => {
  const on = (nth: number, rating: PhraseRating) => ({
    rating,
    reviewedAt: new Date(created.getTime() + nth * dayMs),
  });
  const knownOn = (...reviews: ReturnType<typeof on>[]) => {
    const { knownAt } = recallAfter(created, reviews);
    return knownAt && (knownAt.getTime() - created.getTime()) / dayMs;
  };
  const learned = [on(0, 'good'), on(3, 'good'), on(12, 'good'), on(40, 'good')];
  expect(learned.map((_, nth) => knownOn(...learned.slice(0, nth + 1)))).toEqual([null, null, 12, 12]);
  expect(knownOn(...learned, on(60, 'again'))).toBeNull();
  expect(knownOn(...learned, on(60, 'again'), on(61, 'good'), on(70, 'good'), on(100, 'easy'))).toBe(100);
});
