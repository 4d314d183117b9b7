import { NetworkError } from '@parlance/client/network-error';
import { ApiError } from '@parlance/contract/errors';
import type { PhraseReview } from '@parlance/contract/phrases';
import { describe, expect, test } from 'vitest';
import { createReviewQueueStorage, type TextStorage } from './review-queue-storage';
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

describe('queued reviews', () => {
  test('are those of one member from all tabs, in order', () => {
    const storage = createStorage();
    const [one, other] = [createReviewQueueStorage('ana', storage), createReviewQueueStorage('ana', storage)];
    one.add(review(2));
    other.add(review(1));
    one.add(review(3, 2));
    createReviewQueueStorage('ben', storage).add(review(4));
    expect(idsOf(one.all())).toEqual([1, 2, 3]);
    other.remove([id(2)]);
    expect(idsOf(one.all())).toEqual([1, 3]);
    expect(one.all()[0]).toEqual(review(1));
  });

  test('stay in memory without storage, and skip unreadable entries', () => {
    const storage = createStorage();
    storage.texts.set('parlance-review-ana-x', '{broken');
    const refusing = {
      ...storage,
      setItem() {
        throw new Error('full');
      },
    };
    const kept = createReviewQueueStorage('ana', refusing);
    kept.add(review(1));
    expect(idsOf(kept.all())).toEqual([1]);
    kept.remove([id(1)]);
    expect(kept.all()).toEqual([]);
  });
});

describe('sending reviews', () => {
  const keepMany = (count: number) => {
    const kept = createReviewQueueStorage('ana', createStorage());
    for (let nth = 1; nth <= count; nth++) kept.add(review(nth));
    return kept;
  };
  const phrases = { phrases: [] };

  test('sends batches of a hundred, and removes what the server has stored', async () => {
    const kept = keepMany(250);
    const sizes: number[] = [];
    const outcome = await sendReviews(kept, async ({ reviews }) => {
      sizes.push(reviews.length);
      return phrases;
    });
    expect([sizes, outcome, kept.all()]).toEqual([[100, 100, 50], { kind: 'sent', count: 250 }, []]);
  });

  test('offline: keeps all reviews', async () => {
    const kept = keepMany(3);
    const outcome = await sendReviews(kept, () => Promise.reject(new NetworkError()));
    expect(outcome).toEqual({ kind: 'later', count: 0, afterMs: 30_000 });
    expect(idsOf(kept.all())).toEqual([1, 2, 3]);
  });

  test('retry after the requested time, and after an expired session or a server error', async () => {
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

  test('drops reviews of deleted phrases, and sends the rest', async () => {
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

  test('drops what the server permanently refuses', async () => {
    const kept = keepMany(2);
    expect(await sendReviews(kept, () => Promise.reject(new ApiError('RequestDataInvalid')))).toEqual({
      kind: 'sent',
      count: 0,
    });
  });
});
