import { describe, expect, test } from 'vitest';
import { createWords } from './create-words.ts';
import { makeLocaleNames, withNames } from './locale-names.ts';
import { offeredLocales } from './locales.ts';

const may = new Date('2026-05-31T23:30:00Z');

describe('names from the build', () => {
  const names = { languages: { ja: 'yaponca', de: 'almanca' }, months: Array(12).fill('{year} mayıs') };
  const words = withNames(createWords('de'), names);

  test('stand in for those of Intl, in their order', () => {
    expect(words.languageName('ja')).toBe('yaponca');
    expect(words.languageOrder).toEqual(['ja', 'de']);
    expect(words.date(may, 'month', 'UTC')).toBe('2026 mayıs');
  });

  test('leave the rest to Intl: other languages, other dates, other zones', () => {
    expect(words.languageName('fr')).toBe('Französisch');
    expect(words.date(may, 'month', 'Asia/Tokyo')).toBe('Juni 2026');
    expect(words.date(may, 'longDay', 'UTC')).toBe('31. Mai 2026');
  });
});

test.each(offeredLocales)('those of %s are what Intl says where they are made', (locale) => {
  const words = createWords(locale);
  const codes = ['zh', 'de', 'ar', 'ja', 'sv'];
  const named = withNames(words, makeLocaleNames(words, codes));
  for (const code of codes) expect(named.languageName(code)).toBe(words.languageName(code));
  for (let month = 0; month < 12; month += 1) {
    // In the zone of the tests this is still the month before.
    const day = new Date(Date.UTC(2031, month));
    expect(named.date(day, 'month', 'UTC')).toBe(words.date(day, 'month', 'UTC'));
  }
  const sorted = codes.toSorted((a, b) => words.compare(words.languageName(a), words.languageName(b)));
  expect(named.languageOrder).toEqual(sorted);
});
