import type { PhraseRating } from '@parlance/contract/phrases';
import { knownAfterDays } from '@parlance/contract/progress';
import { createEmptyCard, fsrs, type Grade, Rating } from 'ts-fsrs';

/** What all reviews of a phrase come to. */
export interface Recall {
  dueAt: Date;
  reps: number;
  lapses: number;
  /** The first of the reviews since which it is known; null while it is not. */
  knownAt: Date | null;
}

/** One review as it counts. */
export interface CountedReview {
  rating: PhraseRating;
  reviewedAt: Date;
}

// Nothing is left to chance, so that every device and every repetition comes to the same day.
const scheduler = fsrs({ enable_fuzz: false });

const grades: Record<PhraseRating, Grade> = {
  again: Rating.Again,
  hard: Rating.Hard,
  good: Rating.Good,
  easy: Rating.Easy,
};

/** When a phrase is due after its reviews, which come in the order of their moments. A phrase without any is due at once. */
export function recallAfter(createdAt: Date, reviews: readonly CountedReview[]): Recall {
  let card = createEmptyCard(createdAt);
  let knownAt: Date | null = null;
  for (const { rating, reviewedAt } of reviews) {
    // The scheduler throws at a review before the last one.
    const at = Math.max(reviewedAt.getTime(), card.last_review?.getTime() ?? createdAt.getTime());
    card = scheduler.next(card, new Date(at), grades[rating]).card;
    // The wait is as long as the phrase comes to mind with nine chances of ten; after a lapse there is none.
    knownAt = card.scheduled_days >= knownAfterDays ? (knownAt ?? new Date(at)) : null;
  }
  return { dueAt: card.due, reps: card.reps, lapses: card.lapses, knownAt };
}
