import { expect, test } from 'vitest';
import { levelLabel, wantedFirst } from './language-label';

test.each([
  [0, 'Beginner'],
  [0.19, 'Beginner'],
  [0.2, 'Intermediate'],
  [0.4, 'Advanced'],
  [0.6, 'Fluent'],
  [1, 'Fluent'],
])('A learned language at %d reads as %s', (proficiency, label) => {
  expect(levelLabel({ languageCode: 'de', learning: true, proficiency, isNative: null })).toBe(label);
});

test.each([
  [true, 'Native'],
  [false, 'Fluent'],
  [null, undefined],
  [undefined, undefined],
])('A known language with isNative %s reads as %s', (isNative, label) => {
  expect(levelLabel({ languageCode: 'de', learning: false, proficiency: 1, isNative })).toBe(label);
});

test('The wanted languages come first and the order is kept otherwise', () => {
  const languages = (['de', 'ja', 'es', 'fr'] as const).map((languageCode) => ({
    languageCode,
    learning: true,
    proficiency: 0,
  }));
  const order = wantedFirst(languages, ['fr', 'es']).map(({ languageCode }) => languageCode);
  expect(order).toEqual(['es', 'fr', 'de', 'ja']);
});
