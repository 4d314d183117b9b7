import { expect, test } from 'vitest';
import { sentenceAround, startOf, wordsOf } from './phrase-words';

test('words of any script are found with their positions', () => {
  const words = (text: string, language: string) =>
    wordsOf(text, language)
      .filter(({ isWord }) => isWord)
      .map(({ text: word, start }) => [word, start]);
  expect(words('Hi, Ben!', 'en')).toEqual([
    ['Hi', 0],
    ['Ben', 4],
  ]);
  expect(words('学校に行く', 'ja').map(([word]) => word)).toContain('学校');
});

test('the context is the sentence of the selected words, all sentences they span, or none for the whole text', () => {
  const text = 'I am here. It is raining cats and dogs. See you!';
  expect(sentenceAround(text, 'raining cats', 'en')).toBe('It is raining cats and dogs.');
  expect(sentenceAround(text, 'dogs. See', 'en')).toBe('It is raining cats and dogs. See you!');
  expect(sentenceAround(text, text, 'en')).toBe('');
  expect(sentenceAround(text, 'I am here.', 'en')).toBe(text);
  expect(sentenceAround(text, 'not in it', 'en')).toBe('');
  expect([...sentenceAround(`${'x '.repeat(900)}y`, 'y', 'en')]).toHaveLength(1000);
});

test('a long message is cut to its first sentence, a long sentence to its beginning', () => {
  expect(startOf('  short ', 'en')).toBe('short');
  expect(startOf(`One. ${'Word '.repeat(100)}`, 'en')).toBe('One.');
  expect([...startOf('𠮷'.repeat(500), 'ja')]).toHaveLength(400);
});

test('a message that just fits is kept whole, also where it has several sentences', () => {
  const fits = `One. T${'x'.repeat(394)}`;
  expect(startOf(fits, 'en')).toBe(fits);
  expect(startOf(`${fits}x`, 'en')).toBe('One.');
});
