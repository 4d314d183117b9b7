import type { Calls } from '@parlance/client/http';
import { createStore } from '@parlance/client/store';
import type { PhraseReview } from '@parlance/contract/phrases';
import { coalesce } from '#lib/coalesce';
import { queryClient } from '#lib/query-client';
import { readAgain } from '#lib/read-again';
import { phrasesKey } from './phrases-queries';
import { createReviewQueueStorage, type TextStorage } from './review-queue-storage';
import { sendReviews } from './send-reviews';

/** Outbox of one member's reviews in this tab. */
export interface ReviewOutbox {
  /** Stores a review, then sends it as soon as there is a connection. */
  add(review: PhraseReview): void;
  flush(): Promise<void>;
  /** Number of queued reviews. */
  getState(): { waiting: number };
  subscribe(listener: () => void): () => void;
}

const outboxes = new Map<string, ReviewOutbox>();

/** The outbox of a member; one per page. */
export function reviewOutbox(userId: string, calls: Calls): ReviewOutbox {
  const known = outboxes.get(userId);
  if (known) return known;
  const outbox = createReviewOutbox(userId, calls);
  outboxes.set(userId, outbox);
  window.addEventListener('online', () => void outbox.flush());
  window.addEventListener('storage', () => void outbox.flush());
  void outbox.flush();
  return outbox;
}

function createReviewOutbox(userId: string, calls: Calls): ReviewOutbox {
  const kept = createReviewQueueStorage(userId, browserStorage());
  const store = createStore({ waiting: kept.all().length });
  let retry: ReturnType<typeof setTimeout> | undefined;
  const count = () => store.set({ waiting: kept.all().length });

  const send = async () => {
    clearTimeout(retry);
    if (navigator.onLine === false || kept.all().length === 0) return;
    const outcome = await sendReviews(kept, calls.reviewPhrases);
    if (outcome.kind === 'later') retry = setTimeout(() => void flush(), outcome.afterMs);
    if (outcome.count > 0) void readAgain(queryClient, phrasesKey(userId));
  };
  const flush = coalesce(async () => {
    count();
    // One tab at a time; without locks a review can be sent twice, and the server deduplicates it.
    await (navigator.locks?.request(`review-outbox-${userId}`, send) ?? send());
    count();
  });
  return {
    add(review) {
      kept.add(review);
      count();
      void flush();
    },
    flush,
    getState: store.get,
    subscribe: store.subscribe,
  };
}

// Reading the property throws if storage is blocked.
function browserStorage(): TextStorage {
  try {
    return localStorage;
  } catch {
    const refuse = () => {
      throw new Error('no storage');
    };
    return { length: 0, key: () => null, getItem: () => null, setItem: refuse, removeItem: () => undefined };
  }
}
