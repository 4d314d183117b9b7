import type { Phrase, PhraseRating } from '@parlance/contract/phrases';

/** One sitting of reviews: what still comes, and what was answered. */
export interface Sitting {
  waiting: readonly Phrase[];
  /** The first answer to each phrase. */
  firstAnswers: ReadonlyMap<string, PhraseRating>;
  total: number;
}

export const beginSitting = (phrases: readonly Phrase[]): Sitting => ({
  waiting: phrases,
  firstAnswers: new Map(),
  total: phrases.length,
});

/** What is asked next, or null when all is done. */
export const currentPhrase = ({ waiting }: Sitting): Phrase | null => waiting[0] ?? null;

/** The sitting after an answer. What was not remembered comes again at the end of the same sitting. */
export function answerPhrase(sitting: Sitting, rating: PhraseRating): Sitting {
  const [phrase, ...rest] = sitting.waiting;
  if (!phrase) return sitting;
  const firstAnswers = sitting.firstAnswers.has(phrase.phraseId)
    ? sitting.firstAnswers
    : new Map(sitting.firstAnswers).set(phrase.phraseId, rating);
  return { ...sitting, firstAnswers, waiting: rating === 'again' ? [...rest, phrase] : rest };
}

/** How many phrases are behind one, how many of them were remembered at once. */
export function sittingResult({ firstAnswers, waiting, total }: Sitting) {
  const again = [...firstAnswers.values()].filter((rating) => rating === 'again').length;
  return { done: total - waiting.length, remembered: firstAnswers.size - again, again };
}
