import type { PhraseRating } from '@parlance/contract/phrases';
import { knownAfterDays } from '@parlance/contract/progress';
import { createEmptyCard, fsrs, type Grade, Rating } from 'ts-fsrs';

/** The result of all reviews of a phrase. */
export interface Recall {
  dueAt: Date;
  reps: number;
  lapses: number;
  /** The first review since which the phrase is known; null while it is not. */
  knownAt: Date | null;
}

export interface CountedReview {
  rating: PhraseRating;
  reviewedAt: Date;
}

// No fuzz, so that every device and every repetition computes the same day.
const scheduler = fsrs({ enable_fuzz: false });

const grades: Record<PhraseRating, Grade> = {
  again: Rating.Again,
  hard: Rating.Hard,
  good: Rating.Good,
  easy: Rating.Easy,
};

/** The due time after a phrase's reviews, which must be in order of time. A phrase without reviews is due at once. */
export function recallAfter(createdAt: Date, reviews: readonly CountedReview[]): Recall {
  let card = createEmptyCard(createdAt);
  let knownAt: Date | null = null;
  for (const { rating, reviewedAt } of reviews) {
    // The scheduler throws on a review before the last one.
    const at = Math.max(reviewedAt.getTime(), card.last_review?.getTime() ?? createdAt.getTime());
    card = scheduler.next(card, new Date(at), grades[rating]).card;
    // The interval lasts until recall drops to 90 percent; after a lapse there is none.
    knownAt = card.scheduled_days >= knownAfterDays ? (knownAt ?? new Date(at)) : null;
  }
  return { dueAt: card.due, reps: card.reps, lapses: card.lapses, knownAt };
}
