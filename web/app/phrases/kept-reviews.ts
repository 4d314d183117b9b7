import { type PhraseReview, phraseReview } from '@parlance/contract/phrases';
import { fromWire, toWire } from '@parlance/contract/wire';
import { lastingKeys } from '#lib/lasting-keys';

/** Where the browser keeps small texts, of every tab together. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Reviews that the server does not have yet. They hold no words, so that they may wait for the person's next visit. */
export interface KeptReviews {
  add(review: PhraseReview): void;
  /** In the order they were made. */
  all(): PhraseReview[];
  remove(reviewIds: readonly string[]): void;
}

/** Each review stands under a key of its own: two tabs never overwrite each other's. */
export function keepReviews(userId: string, storage: TextStorage): KeptReviews {
  const prefix = `${lastingKeys.reviews}${userId}-`;
  // Where the browser keeps nothing, or no more, memory has to do.
  const inMemory = new Map<string, PhraseReview>();
  const storedKeys = () =>
    Array.from({ length: storage.length }, (_, place) => storage.key(place)).filter((key) =>
      key?.startsWith(prefix),
    ) as string[];

  return {
    add(review) {
      try {
        storage.setItem(prefix + review.reviewId, JSON.stringify(toWire(phraseReview, review)));
      } catch {
        inMemory.set(review.reviewId, review);
      }
    },
    all() {
      const stored = storedKeys().flatMap((key) => readReview(storage.getItem(key)));
      return [...stored, ...inMemory.values()].toSorted(
        (a, b) => a.reviewedAt.getTime() - b.reviewedAt.getTime() || (a.reviewId < b.reviewId ? -1 : 1),
      );
    },
    remove(reviewIds) {
      for (const id of reviewIds) {
        storage.removeItem(prefix + id);
        inMemory.delete(id);
      }
    },
  };
}

function readReview(text: string | null): PhraseReview[] {
  try {
    return text === null ? [] : [fromWire(phraseReview, JSON.parse(text))];
  } catch {
    return [];
  }
}
