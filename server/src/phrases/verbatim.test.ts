import { expect, test } from 'vitest';
import { isVerbatim } from './verbatim.ts';

test.each([
  ['It is raining', 'It is raining cats and dogs.'],
  ['  RAINING  cats… ', 'It is raining cats and dogs.'],
  ['学校に行く', '明日学校に行く！'],
  ['pen\u0303a', 'Qué peña'],
  ['"It is raining cats and dogs" (Ben)', 'It is raining cats and dogs.'],
  ['🎉', 'Hooray 🎉'],
])('%s is taken from %s', (text, message) => {
  expect(isVerbatim(text, message)).toBe(true);
});

test.each([
  ['It pours', 'It is raining cats and dogs.'],
  ['raining dogs', 'It is raining cats and dogs.'],
  ['ok is short for something that nobody remembers', 'ok'],
  ['', 'anything'],
  ['anything', '🎉'],
  ['🎉', 'Hooray'],
])('%s is not taken from %s', (text, message) => {
  expect(isVerbatim(text, message)).toBe(false);
});
