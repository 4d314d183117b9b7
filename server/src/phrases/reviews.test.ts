import type { PhraseRating, PhraseReview } from '@parlance/contract/phrases';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeOf } from '#test/moderation';
import type { Persona } from '#test/personas';
import { answer, numberedId, startLearners } from '#test/phrases';
import { recallAfter } from './recall.ts';

const keep = (person: Persona, text = 'kept') => person.calls.createPhrase({ languageCode: 'en', text });

describe('reviews', () => {
  test('move what is due into the future: again soon, good later', async () => {
    const { ana, clock } = await startLearners();
    const [hard, easy] = [await keep(ana, 'hard one'), await keep(ana, 'easy one')];
    const now = clock.now();
    const { phrases } = await ana.calls.reviewPhrases({
      reviews: [answer(1, hard.phraseId, 'again', now), answer(2, easy.phraseId, 'easy', now)],
    });
    const minutes = phrases.map(({ dueAt }) => (dueAt.getTime() - now.getTime()) / 60_000);
    expect(minutes[0]).toBe(1);
    expect(minutes[1]).toBeGreaterThan(24 * 60);
    expect(phrases.map(({ reps, lapses }) => [reps, lapses])).toEqual([
      [1, 0],
      [1, 0],
    ]);
  });

  test('count once, however often and from wherever they are sent', async () => {
    const { ana, clock, signIn } = await startLearners();
    const { phraseId } = await keep(ana);
    const phone = await signIn('ana@example.org');
    const reviews = [answer(1, phraseId, 'good', clock.now())];
    const first = await ana.calls.reviewPhrases({ reviews });
    clock.advance({ minutes: 5 });
    expect(await ana.calls.reviewPhrases({ reviews })).toEqual(first);
    expect(await phone.calls.reviewPhrases({ reviews: [...reviews, ...reviews] })).toEqual(first);
    // A repeated id keeps the first answer.
    expect(await ana.calls.reviewPhrases({ reviews: [answer(1, phraseId, 'again', clock.now())] })).toEqual(
      first,
    );
  });

  test('with the same id are two when two people made them', async () => {
    const { ana, ben, clock } = await startLearners();
    const [one, other] = [await keep(ana), await keep(ben)];
    await ana.calls.reviewPhrases({ reviews: [answer(1, one.phraseId, 'good', clock.now())] });
    const { phrases } = await ben.calls.reviewPhrases({
      reviews: [answer(1, other.phraseId, 'good', clock.now())],
    });
    expect(phrases).toMatchObject([{ reps: 1 }]);
  });

  test("from wrong clocks are clamped between the phrase's creation and now", async () => {
    const { ana, clock } = await startLearners();
    const [slow, fast] = [await keep(ana, 'slow'), await keep(ana, 'fast')];
    clock.advance({ minutes: 10 });
    const { phrases } = await ana.calls.reviewPhrases({
      reviews: [
        answer(1, slow.phraseId, 'again', new Date('1970-01-01T00:00:00Z')),
        answer(2, fast.phraseId, 'again', new Date('2999-01-01T00:00:00Z')),
      ],
    });
    expect(phrases.map(({ dueAt }) => dueAt.getTime())).toEqual([
      slow.createdAt.getTime() + 60_000,
      clock.now().getTime() + 60_000,
    ]);
  });

  test('whose moments became one count in the order that the device says', async () => {
    const { ana, clock } = await startLearners();
    const [one, other] = [await keep(ana, 'one'), await keep(ana, 'other')];
    const long = (day: number) => new Date(Date.UTC(1990, 0, day));
    const { phrases } = await ana.calls.reviewPhrases({
      reviews: [
        answer(2, one.phraseId, 'again', long(1)),
        answer(1, one.phraseId, 'easy', long(2)),
        answer(3, other.phraseId, 'again', long(1)),
        answer(4, other.phraseId, 'easy', long(2)),
      ],
    });
    expect(phrases[0]?.dueAt).toEqual(phrases[1]?.dueAt);
    expect(phrases[0]?.dueAt.getTime()).toBeGreaterThan(clock.now().getTime() + 3_600_000);
  });

  test('are all refused when one is of an unknown phrase, and it is said which', async () => {
    const { ana, ben, clock } = await startLearners();
    const [own, others] = [await keep(ana), await keep(ben)];
    const reviews = [
      answer(1, own.phraseId, 'good', clock.now()),
      answer(2, others.phraseId, 'good', clock.now()),
    ];
    await expect(ana.calls.reviewPhrases({ reviews })).rejects.toMatchObject({
      code: 4001,
      fields: { 'reviews.1.phraseId': 'Unknown phrase' },
    });
    expect((await ana.calls.listPhrases()).phrases).toMatchObject([{ reps: 0 }]);
    expect((await ana.calls.reviewPhrases({ reviews: reviews.slice(0, 1) })).phrases).toMatchObject([
      { reps: 1 },
    ]);
  });

  test('are one to a hundred at once', async () => {
    const { ana, clock } = await startLearners();
    const { phraseId } = await keep(ana);
    const many = (count: number) =>
      Array.from({ length: count }, (_, nth) => answer(nth, phraseId, 'good', clock.now()));
    expect(await codeOf(ana.calls.reviewPhrases({ reviews: [] }))).toBe(1000);
    expect(await codeOf(ana.calls.reviewPhrases({ reviews: many(101) }))).toBe(1000);
    expect((await ana.calls.reviewPhrases({ reviews: many(100) })).phrases).toMatchObject([{ reps: 100 }]);
  });

  test('of one phrase are a thousand at most; the others go on', async () => {
    const { ana, clock, platform } = await startLearners();
    const { phraseId } = await keep(ana);
    const stored = Array.from({ length: 999 }, (_, nth) => ({
      user_id: ana.userId,
      review_id: numberedId(5000 + nth),
      phrase_id: phraseId,
      rating: 'good',
      reviewed_at: clock.now(),
      told_at: clock.now(),
    }));
    await platform.db.insertInto('phrase_reviews').values(stored).execute();
    await ana.calls.reviewPhrases({ reviews: [answer(1, phraseId, 'good', clock.now())] });
    const call = ana.calls.reviewPhrases({ reviews: [answer(2, phraseId, 'good', clock.now())] });
    await expect(call).rejects.toMatchObject({
      code: 3000,
      fields: { 'reviews.0.phraseId': 'Reviewed too often' },
    });
    const other = await keep(ana, 'other');
    await ana.calls.reviewPhrases({ reviews: [answer(3, other.phraseId, 'good', clock.now())] });
  });

  test('are 3000 in a burst for one person, then 429/6001 with the wait', async () => {
    const { ana, ben, clock } = await startLearners({ RATE_LIMITS: 'on' });
    const phrases = await Promise.all(Array.from({ length: 10 }, (_, nth) => keep(ana, `${nth}`)));
    const send = (from: number) =>
      ana.calls.reviewPhrases({
        reviews: Array.from({ length: 100 }, (_, nth) =>
          answer(from * 100 + nth, phrases[nth % 10]!.phraseId, 'good', clock.now()),
        ),
      });
    for (let nth = 0; nth < 30; nth++) await send(nth);
    await expect(send(0)).rejects.toMatchObject({ code: 6001, timeout: 1000 });
    const { phraseId } = await keep(ben);
    await ben.calls.reviewPhrases({ reviews: [answer(1, phraseId, 'good', clock.now())] });
  });
});

describe('reviews of two devices', () => {
  const ratings = fc.constantFrom<PhraseRating>('again', 'hard', 'good', 'easy');
  const history = fc.array(
    fc.record({ rating: ratings, minute: fc.integer({ min: -10, max: 200_000 }), phone: fc.boolean() }),
    { minLength: 1, maxLength: 12 },
  );

  test('give the state of a naive model in any order, split, concurrent and repeated', async () => {
    const { ana, clock, platform, signIn } = await startLearners();
    const phone = await signIn('ana@example.org');
    const now = clock.now();
    const createdAt = new Date(now.getTime() - 100_000 * 60_000);
    let nth = 0;
    await fc.assert(
      fc.asyncProperty(history, fc.infiniteStream(fc.nat()), async (made, dice) => {
        const { phraseId } = await keep(ana, `phrase ${nth++}`);
        await platform.db
          .updateTable('phrases')
          .set({ created_at: createdAt })
          .where('phrase_id', '=', phraseId)
          .execute();
        const reviews = made.map(({ rating, minute }) =>
          answer(nth++, phraseId, rating, new Date(createdAt.getTime() + minute * 60_000)),
        );
        const shuffled = reviews
          .map((review, place) => ({
            review,
            device: made[place]?.phone ? phone : ana,
            turn: dice.next().value,
          }))
          .toSorted((a, b) => a.turn - b.turn);
        await Promise.all(
          shuffled.map(({ review, device }, place) => {
            const repeated = shuffled.slice(0, place % 3).map((other) => other.review);
            return device.calls.reviewPhrases({ reviews: [review, ...repeated] });
          }),
        );
        const stored = await platform.db
          .selectFrom('phrases')
          .select(['due_at as dueAt', 'reps', 'lapses', 'known_at as knownAt'])
          .where('phrase_id', '=', phraseId)
          .executeTakeFirst();
        expect(stored).toEqual(naively(createdAt, reviews, now));
      }),
      { numRuns: 25 },
    );
  });

  /** A reference implementation: sorts all reviews and replays them from the start. */
  function naively(createdAt: Date, reviews: PhraseReview[], now: Date) {
    const counted = reviews
      .toSorted(
        (a, b) => a.reviewedAt.getTime() - b.reviewedAt.getTime() || (a.reviewId < b.reviewId ? -1 : 1),
      )
      .map(({ rating, reviewedAt }) => ({
        rating,
        reviewedAt: new Date(Math.min(Math.max(reviewedAt.getTime(), createdAt.getTime()), now.getTime())),
      }));
    return recallAfter(createdAt, counted);
  }
});
