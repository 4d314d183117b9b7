import type { Phrase, PhraseRating } from '@parlance/contract/phrases';

/** One review session: remaining phrases and answers. */
export interface ReviewSession {
  waiting: readonly Phrase[];
  /** First answer to each phrase. */
  firstAnswers: ReadonlyMap<string, PhraseRating>;
  /** Number of answers, with those to repeated phrases. */
  answers: number;
  total: number;
}

export const beginReviewSession = (phrases: readonly Phrase[]): ReviewSession => ({
  waiting: phrases,
  firstAnswers: new Map(),
  answers: 0,
  total: phrases.length,
});

/** Current phrase, or null at the end. */
export const currentPhrase = ({ waiting }: ReviewSession): Phrase | null => waiting[0] ?? null;

/** Applies an answer. A forgotten phrase is repeated at the end of the session. */
export function answerPhrase(reviewSession: ReviewSession, rating: PhraseRating): ReviewSession {
  const [phrase, ...rest] = reviewSession.waiting;
  if (!phrase) return reviewSession;
  const firstAnswers = reviewSession.firstAnswers.has(phrase.phraseId)
    ? reviewSession.firstAnswers
    : new Map(reviewSession.firstAnswers).set(phrase.phraseId, rating);
  return {
    ...reviewSession,
    firstAnswers,
    answers: reviewSession.answers + 1,
    waiting: rating === 'again' ? [...rest, phrase] : rest,
  };
}

/** Number of finished phrases, and of those remembered at once. */
export function reviewResult({ firstAnswers, waiting, total }: ReviewSession) {
  const again = [...firstAnswers.values()].filter((rating) => rating === 'again').length;
  return { done: total - waiting.length, remembered: firstAnswers.size - again, again };
}
