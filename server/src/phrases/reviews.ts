import { ApiError } from '@parlance/contract/errors';
import type { Phrase, PhraseRating, PhraseReview } from '@parlance/contract/phrases';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import type { Caller } from '#platform/serve';
import { loadPhrases } from './phrase-list.ts';
import { type CountedReview, recallAfter } from './recall.ts';

// A month offline of an intensive learner; then one every ten seconds.
const reviewRate = { burst: 3000, perSecond: 0.1 };
/** More than a lifetime of reviews; each call reads them all. */
const reviewsOfPhraseMax = 1000;

/** Stores reviews and recomputes due times from all reviews in order of time, so device order and repetition do not matter. */
export async function reviewPhrases(
  platform: Platform,
  { userId }: Caller,
  reviews: readonly PhraseReview[],
): Promise<Phrase[]> {
  const key = `phrase-review:${userId}`;
  refuseOver(await platform.limits.takeToken({ key, ...reviewRate, tokens: reviews.length }));
  const phraseIds = [...new Set(reviews.map(({ phraseId }) => phraseId))];
  return platform.db.transaction().execute(async (tx) => {
    const now = platform.clock.now();
    const phrases = await tx
      .selectFrom('phrases')
      .select(['phrase_id', 'created_at'])
      .where('user_id', '=', userId)
      .where('phrase_id', 'in', phraseIds)
      // Sorted, so that two devices never deadlock.
      .orderBy('phrase_id')
      .forUpdate()
      .execute();
    const createdAt = new Map(phrases.map((phrase) => [phrase.phrase_id, phrase.created_at]));
    refuseNamed('ResourceNotFound', reviews, 'Unknown phrase', ({ phraseId }) => !createdAt.has(phraseId));
    await tx
      .insertInto('phrase_reviews')
      .values(
        reviews.map(({ reviewId, phraseId, rating, reviewedAt }) => ({
          user_id: userId,
          review_id: reviewId,
          phrase_id: phraseId,
          rating,
          reviewed_at: momentBetween(createdAt.get(phraseId) ?? now, reviewedAt, now),
          told_at: reviewedAt,
        })),
      )
      .onConflict((conflict) => conflict.columns(['user_id', 'review_id']).doNothing())
      .execute();
    const all = await reviewsOf(tx, phraseIds);
    const isWornOut = ({ phraseId }: PhraseReview) => (all.get(phraseId)?.length ?? 0) > reviewsOfPhraseMax;
    refuseNamed('NotAllowed', reviews, 'Reviewed too often', isWornOut);
    for (const phrase of phrases) {
      const reviewed = all.get(phrase.phrase_id) ?? [];
      const { dueAt, reps, lapses, knownAt } = recallAfter(phrase.created_at, reviewed);
      await tx
        .updateTable('phrases')
        .set({ due_at: dueAt, reps, lapses, known_at: knownAt })
        .where('phrase_id', '=', phrase.phrase_id)
        .execute();
    }
    return loadPhrases(tx, userId, phraseIds);
  });
}

/** Refuses the whole batch and names the entries, so the client can drop them. */
function refuseNamed(
  error: 'ResourceNotFound' | 'NotAllowed',
  reviews: readonly PhraseReview[],
  problem: string,
  isRefused: (review: PhraseReview) => boolean,
): void {
  const named = reviews.flatMap((review, place) =>
    isRefused(review) ? [[`reviews.${place}.phraseId`, problem]] : [],
  );
  if (named.length > 0) throw new ApiError(error, { fields: Object.fromEntries(named) });
}

// Clamps a wrong client clock between the phrase's creation and now.
const momentBetween = (earliest: Date, told: Date, latest: Date): Date =>
  new Date(Math.min(Math.max(told.getTime(), earliest.getTime()), latest.getTime()));

async function reviewsOf(tx: Tx, phraseIds: string[]): Promise<Map<string, CountedReview[]>> {
  const rows = await tx
    .selectFrom('phrase_reviews')
    .select(['phrase_id', 'rating', 'reviewed_at'])
    .where('phrase_id', 'in', phraseIds)
    .orderBy('reviewed_at')
    .orderBy('told_at')
    .orderBy('review_id')
    .execute();
  return Map.groupBy(
    rows.map((row) => ({ ...row, rating: row.rating as PhraseRating, reviewedAt: row.reviewed_at })),
    ({ phrase_id }) => phrase_id,
  );
}
