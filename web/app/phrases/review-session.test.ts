import type { Phrase } from '@parlance/contract/phrases';
import { expect, test } from 'vitest';
import { answerPhrase, beginReviewSession, currentPhrase, reviewResult } from './review-session';

const phrase = (text: string) => ({ phraseId: text, text }) as Phrase;

test('a review asks in order and repeats forgotten phrases at the end', () => {
  let reviewSession = beginReviewSession(['a', 'b', 'c'].map(phrase));
  const asked: (string | undefined)[] = [];
  for (const rating of ['again', 'good', 'easy', 'again', 'hard'] as const) {
    asked.push(currentPhrase(reviewSession)?.text);
    reviewSession = answerPhrase(reviewSession, rating);
  }
  expect(asked).toEqual(['a', 'b', 'c', 'a', 'a']);
  expect(currentPhrase(reviewSession)).toBeNull();
  expect(reviewResult(reviewSession)).toEqual({ done: 3, remembered: 2, again: 1 });
  expect(answerPhrase(reviewSession, 'good')).toBe(reviewSession);
});
