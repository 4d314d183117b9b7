import type { Calls } from '@parlance/client/http';
import { ApiError } from '@parlance/contract/errors';
import { type PhraseReview, reviewsAtOnceMax } from '@parlance/contract/phrases';
import type { ReviewQueueStorage } from './review-queue-storage';

/** Result of sending: done, or retry after a while. */
export type SendOutcome = { kind: 'sent'; count: number } | { kind: 'later'; count: number; afterMs: number };

const retryMs = 30_000;

/** Sends queued reviews, oldest first, and removes acknowledged ones. The server deduplicates repeats. */
export async function sendReviews(
  kept: ReviewQueueStorage,
  review: Calls['reviewPhrases'],
): Promise<SendOutcome> {
  let count = 0;
  for (;;) {
    const reviews = kept.all().slice(0, reviewsAtOnceMax);
    if (reviews.length === 0) return { kind: 'sent', count };
    try {
      await review({ reviews });
      kept.remove(reviews.map(({ reviewId }) => reviewId));
      count += reviews.length;
    } catch (error) {
      const refused = refusedBy(error, reviews);
      if (refused.length === 0) return { kind: 'later', count, afterMs: waitAfter(error) };
      kept.remove(refused);
    }
  }
}

/** Reviews refused permanently: the phrase is deleted or the request is invalid. */
function refusedBy(error: unknown, reviews: readonly PhraseReview[]): string[] {
  if (!(error instanceof ApiError)) return [];
  const named = Object.keys(error.fields ?? {}).flatMap(
    (field) => /^reviews\.(\d+)\./.exec(field)?.[1] ?? [],
  );
  if (named.length > 0) return named.flatMap((place) => reviews[Number(place)]?.reviewId ?? []);
  return error.is('RequestDataInvalid', 'ResourceNotFound', 'NotAllowed')
    ? reviews.map(({ reviewId }) => reviewId)
    : [];
}

const waitAfter = (error: unknown): number =>
  error instanceof ApiError && error.timeout !== undefined ? error.timeout * 1000 : retryMs;
