import { proficiencyLevels, proficiencyOfLevel } from '@parlance/contract/languages';
import { searchLevels } from '@parlance/contract/people';
import { expect, test } from 'vitest';
import { proficiencyLabel, wantedFirst } from './language-label';

test.each([
  [0, 'Beginner'],
  [0.19, 'Beginner'],
  [0.2, 'Intermediate'],
  [0.4, 'Advanced'],
  [0.6, 'Fluent'],
  [0.89, 'Fluent'],
  [1, 'Native'],
])('A stored %d reads as %s', (proficiency, label) => {
  expect(proficiencyLabel(proficiency)).toBe(label);
});

test('Whatever a card calls a level, the filter of that name finds it', () => {
  for (const stored of [...proficiencyLevels.map((level) => proficiencyOfLevel[level]), 1]) {
    const filter = searchLevels.find(({ name }) => name === proficiencyLabel(stored));
    if (!filter) continue;
    expect(filter.minProficiency).toBeLessThanOrEqual(stored);
    expect(filter.maxProficiency).toBeGreaterThanOrEqual(stored);
  }
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
