import type { Phrase, PhraseRating } from '@parlance/contract/phrases';

/** One review session: remaining phrases and answers. */
export interface Sitting {
  waiting: readonly Phrase[];
  /** First answer to each phrase. */
  firstAnswers: ReadonlyMap<string, PhraseRating>;
  /** Number of answers, with those to repeated phrases. */
  answers: number;
  total: number;
}

export const beginSitting = (phrases: readonly Phrase[]): Sitting => ({
  waiting: phrases,
  firstAnswers: new Map(),
  answers: 0,
  total: phrases.length,
});

/** Current phrase, or null at the end. */
export const currentPhrase = ({ waiting }: Sitting): Phrase | null => waiting[0] ?? null;

/** Applies an answer. A forgotten phrase is repeated at the end of the session. */
export function answerPhrase(sitting: Sitting, rating: PhraseRating): Sitting {
  const [phrase, ...rest] = sitting.waiting;
  if (!phrase) return sitting;
  const firstAnswers = sitting.firstAnswers.has(phrase.phraseId)
    ? sitting.firstAnswers
    : new Map(sitting.firstAnswers).set(phrase.phraseId, rating);
  return {
    ...sitting,
    firstAnswers,
    answers: sitting.answers + 1,
    waiting: rating === 'again' ? [...rest, phrase] : rest,
  };
}

/** Number of finished phrases, and of those remembered at once. */
export function sittingResult({ firstAnswers, waiting, total }: Sitting) {
  const again = [...firstAnswers.values()].filter((rating) => rating === 'again').length;
  return { done: total - waiting.length, remembered: firstAnswers.size - again, again };
}
