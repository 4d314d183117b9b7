import { type PhraseReview, phraseReview } from '@parlance/contract/phrases';
import { fromWire, toWire } from '@parlance/contract/wire';
import { lastingKeys } from '#lib/lasting-keys';

/** localStorage, shared by all tabs. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Reviews that the server does not have yet. They contain no text, so they can wait for the member's next visit. */
export interface ReviewQueueStorage {
  add(review: PhraseReview): void;
  /** In the order of reviewing. */
  all(): PhraseReview[];
  remove(reviewIds: readonly string[]): void;
}

/** One key per review: tabs never overwrite each other's. */
export function createReviewQueueStorage(userId: string, storage: TextStorage): ReviewQueueStorage {
  const prefix = `${lastingKeys.reviews}${userId}-`;
  // Fallback if the storage is blocked or full.
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
