import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCatalogue } from './built-catalogue.ts';
import { type Entry, parseEntries, printEntries } from './catalogue-file.ts';
import { type Locale, locales } from './locales.ts';
import { pluralForms } from './plural-forms.ts';
import { pseudoText, pseudoTranslations } from './pseudo.ts';
import { word } from './word.ts';

const entry = (change: Partial<Entry>): Entry => ({
  english: 'Today',
  plural: null,
  context: null,
  translations: [''],
  notes: [],
  comments: [],
  files: [],
  isFuzzy: false,
  isObsolete: false,
  ...change,
});

describe('a catalogue in its file', () => {
  test('comes back as it was written', () => {
    const signs = fc.constantFrom('"', '\\', '\n', '\t', '#', '~', '{', ' ');
    const text = fc.string({
      unit: fc.oneof(fc.string({ unit: 'grapheme', size: 'xsmall' }), signs),
      minLength: 1,
    });
    const anyEntry = fc.record({
      english: text.filter(Boolean),
      context: fc.option(text),
      translation: text,
      isFuzzy: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(anyEntry, { minLength: 1, maxLength: 5 }), (made) => {
        const entries = made.map(({ translation, ...rest }) =>
          entry({
            ...rest,
            translations: [translation],
            notes: ['A note'],
            comments: ['Mine'],
            files: ['web/a.tsx'],
          }),
        );
        expect(parseEntries(printEntries('de', entries))).toEqual(entries);
      }),
    );
  });

  test('has room for every form of its language', () => {
    const counted = entry({ english: '1 slot', plural: '{count} slots', translations: [] });
    const forms = (locale: Locale) => parseEntries(printEntries(locale, [counted]))[0]?.translations.length;
    expect([forms('ja'), forms('es'), forms('ru'), forms('ar')]).toEqual([1, 2, 3, 6]);
  });

  test('keeps what is shown no more apart', () => {
    const old = entry({ translations: ['Heute'], isObsolete: true });
    expect(printEntries('de', [old])).toContain('#~ msgstr "Heute"');
    expect(parseEntries(printEntries('de', [entry({ english: 'Now' }), old]))[1]).toEqual(old);
  });
});

describe('the plural forms of a catalogue', () => {
  test.each(Object.keys(locales) as Locale[])('of %s are those of Intl', (locale) => {
    const { header, rules } = pluralForms[locale];
    const [, count, formula] = /nplurals=(\d); plural=(.+);/.exec(header) ?? [];
    const formOf = new Function('n', `return Number(${formula})`);
    const select = new Intl.PluralRules(locale);
    expect(rules).toHaveLength(Number(count));
    for (let n = 0; n < 1000; n++) expect([n, rules[formOf(n)]]).toEqual([n, select.select(n)]);
  });

  test.each(Object.keys(locales) as Locale[])(
    'of %s that stand for one number stand for one number',
    (locale) => {
      const select = new Intl.PluralRules(locale);
      for (const rule of pluralForms[locale].single)
        expect(
          Array.from({ length: 1000 }, (_, n) => select.select(n)).filter((each) => each === rule),
        ).toHaveLength(1);
    },
  );
});

describe('the catalogue that is served', () => {
  test('has what is translated, and nothing that is open, fuzzy or old', () => {
    const { words } = toCatalogue('de', [
      entry({ translations: ['Heute'] }),
      entry({ english: 'Open' }),
      entry({ english: 'Doubtful', translations: ['Zweifelhaft'], isFuzzy: true }),
      entry({ english: 'Old', translations: ['Alt'], isObsolete: true }),
      entry({ english: 'Read', context: 'state', translations: ['Gelesen'] }),
    ]);
    expect(words).toEqual({ Today: 'Heute', [word('Read', 'state')]: 'Gelesen' });
  });

  test('names the forms as Intl does, and in Russian has one for fractions', () => {
    const slots = { english: '1 slot', plural: '{count} slots' };
    expect(toCatalogue('ru', [entry({ ...slots, translations: ['a', 'b', 'c'] })]).words['1 slot']).toEqual({
      one: 'a',
      few: 'b',
      many: 'c',
      other: 'b',
    });
    expect(toCatalogue('ja', [entry({ ...slots, translations: ['a'] })]).words['1 slot']).toEqual({
      other: 'a',
    });
  });
});

describe('the pseudo-locale', () => {
  test('is accented English, a third longer, with its placeholders', () => {
    expect(pseudoText('Hello {name}')).toBe('[Ĥéļļö {name}~~]');
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme-ascii', minLength: 3 }).filter((text) => !/[{}]/.test(text)),
        (text) => {
          expect(pseudoText(text).length).toBeGreaterThanOrEqual(Math.ceil((text.length * 4) / 3) + 2);
          expect(pseudoText(text)).not.toBe(text);
        },
      ),
    );
  });

  test('has both forms of a count', () => {
    const slots = pseudoTranslations(entry({ english: '1 slot', plural: '{count} slots' }));
    expect(toCatalogue('en', [slots]).words['1 slot']).toEqual({
      one: '[1 šļöŧ~~]',
      other: '[{count} šļöŧš~~]',
    });
  });
});
