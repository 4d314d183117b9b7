import type { Phrase } from '@parlance/contract/phrases';
import { expect, test } from 'vitest';
import { answerPhrase, beginSitting, currentPhrase, sittingResult } from './sitting';

const phrase = (text: string) => ({ phraseId: text, text }) as Phrase;

test('a review asks in order and repeats forgotten phrases at the end', () => {
  let sitting = beginSitting(['a', 'b', 'c'].map(phrase));
  const asked: (string | undefined)[] = [];
  for (const rating of ['again', 'good', 'easy', 'again', 'hard'] as const) {
    asked.push(currentPhrase(sitting)?.text);
    sitting = answerPhrase(sitting, rating);
  }
  expect(asked).toEqual(['a', 'b', 'c', 'a', 'a']);
  expect(currentPhrase(sitting)).toBeNull();
  expect(sittingResult(sitting)).toEqual({ done: 3, remembered: 2, again: 1 });
  expect(answerPhrase(sitting, 'good')).toBe(sitting);
});
