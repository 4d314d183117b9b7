import { NetworkError } from '@parlance/client/network-error';
import { ApiError } from '@parlance/contract/errors';
import type { PhraseReview } from '@parlance/contract/phrases';
import { describe, expect, test } from 'vitest';
import { keepReviews, type TextStorage } from './kept-reviews';
import { sendReviews } from './send-reviews';

/** A browser's storage shared by all tabs. */
function createStorage(): TextStorage & { texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    get length() {
      return texts.size;
    },
    key: (place) => [...texts.keys()][place] ?? null,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  };
}

const id = (nth: number) => `0197f0c0-0000-7000-8000-${String(nth).padStart(12, '0')}`;
const review = (nth: number, minute = nth): PhraseReview => ({
  reviewId: id(nth),
  phraseId: id(9000 + nth),
  rating: 'good',
  reviewedAt: new Date(Date.UTC(2030, 0, 1, 0, minute)),
});
const idsOf = (reviews: PhraseReview[]) => reviews.map(({ reviewId }) => Number(reviewId.slice(-4)));

describe('reviews that wait', () => {
  test('are those of all tabs, of one person, in the order they were made', () => {
    const storage = createStorage();
    const [one, other] = [keepReviews('ana', storage), keepReviews('ana', storage)];
    one.add(review(2));
    other.add(review(1));
    one.add(review(3, 2));
    keepReviews('ben', storage).add(review(4));
    expect(idsOf(one.all())).toEqual([1, 2, 3]);
    other.remove([id(2)]);
    expect(idsOf(one.all())).toEqual([1, 3]);
    expect(one.all()[0]).toEqual(review(1));
  });

  test('stay in memory where the browser keeps nothing, and what cannot be read is passed over', () => {
    const storage = createStorage();
    storage.texts.set('parlance-review-ana-x', '{broken');
    const refusing = {
      ...storage,
      setItem() {
        throw new Error('full');
      },
    };
    const kept = keepReviews('ana', refusing);
    kept.add(review(1));
    expect(idsOf(kept.all())).toEqual([1]);
    kept.remove([id(1)]);
    expect(kept.all()).toEqual([]);
  });
});

describe('sending', () => {
  const keepMany = (count: number) => {
    const kept = keepReviews('ana', createStorage());
    for (let nth = 1; nth <= count; nth++) kept.add(review(nth));
    return kept;
  };
  const phrases = { phrases: [] };

  test('goes in hundreds, and forgets what the server has', async () => {
    const kept = keepMany(250);
    const sizes: number[] = [];
    const outcome = await sendReviews(kept, async ({ reviews }) => {
      sizes.push(reviews.length);
      return phrases;
    });
    expect([sizes, outcome, kept.all()]).toEqual([[100, 100, 50], { kind: 'sent', count: 250 }, []]);
  });

  test('without a connection keeps everything for later', async () => {
    const kept = keepMany(3);
    const outcome = await sendReviews(kept, () => Promise.reject(new NetworkError()));
    expect(outcome).toEqual({ kind: 'later', count: 0, afterMs: 30_000 });
    expect(idsOf(kept.all())).toEqual([1, 2, 3]);
  });

  test('waits as long as the server says, and through a session that ended or a server in trouble', async () => {
    for (const [error, afterMs] of [
      [new ApiError('TooManyRequests', { timeout: 7 }), 7000],
      [new ApiError('SessionInvalid'), 30_000],
      [new ApiError('ServerError'), 30_000],
    ] as const) {
      const kept = keepMany(1);
      expect(await sendReviews(kept, () => Promise.reject(error))).toMatchObject({ kind: 'later', afterMs });
      expect(kept.all()).toHaveLength(1);
    }
  });

  test('leaves out what is of a phrase that is gone, and sends the rest', async () => {
    const kept = keepMany(3);
    const sent: number[][] = [];
    const outcome = await sendReviews(kept, async ({ reviews }) => {
      const place = reviews.findIndex(({ reviewId }) => reviewId === id(2));
      if (place >= 0)
        throw new ApiError('ResourceNotFound', {
          fields: { [`reviews.${place}.phraseId`]: 'Unknown phrase' },
        });
      sent.push(idsOf(reviews));
      return phrases;
    });
    expect([sent, outcome, kept.all()]).toEqual([[[1, 3]], { kind: 'sent', count: 2 }, []]);
  });

  test('gives up what the server will never take', async () => {
    const kept = keepMany(2);
    expect(await sendReviews(kept, () => Promise.reject(new ApiError('RequestDataInvalid')))).toEqual({
      kind: 'sent',
      count: 0,
    });
  });
});
