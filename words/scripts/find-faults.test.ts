import { describe, expect, test } from 'vitest';
import type { Entry } from '#src/catalogue-file';
import type { Locale } from '#src/locales';
import { findFaults } from './find-faults.ts';

const entry = (change: Partial<Entry>): Entry => ({
  english: 'Hello {name}.',
  plural: null,
  context: null,
  translations: ['Hallo {name}.'],
  notes: [],
  comments: [],
  files: ['web/app/a.tsx'],
  isFuzzy: false,
  isObsolete: false,
  ...change,
});
const faultsOf = (change: Partial<Entry>, locale: Locale = 'de', isOffered = true) => {
  const checked = entry(change);
  return findFaults(locale, { texts: [checked], entries: [checked], isOffered });
};
const slots = { english: '1 slot', plural: '{count} slots' };

describe('reports a fault of a catalogue with its file, entry and locale', () => {
  test('a sound one has none', () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ ...slots, translations: ['1 Termin', '{count} Termine'] })).toEqual([]);
  });

  test('search words may be those that the glossary avoids, but keep the form of the English', () => {
    const searched = { english: 'sessions, login', files: ['web/app/settings/search/option-keywords.ts'] };
    expect(faultsOf({ ...searched, translations: ['Sitzungen, Login'] })).toEqual([]);
    expect(faultsOf({ ...searched, translations: ['Sitzungen, Login.'] })).toHaveLength(1);
    const shown = { ...searched, files: [...searched.files, 'web/app/a.tsx'] };
    expect(faultsOf({ ...shown, translations: ['Sitzungen, Login'] })).toHaveLength(1);
  });

  test('a text that is not in it', () => {
    const texts = [entry({}), entry({ english: 'New' })];
    expect(findFaults('de', { texts, entries: [entry({})], isOffered: false })).toEqual([
      'words/catalogues/de.po: "New" is not in the catalogue: run `npm run words:extract` [web/app/a.tsx]',
    ]);
  });

  test('a text that is counted now and was not', () => {
    const texts = [entry(slots)];
    const entries = [entry({ english: '1 slot', translations: ['1 Termin'] })];
    expect(findFaults('de', { texts, entries, isOffered: false })[0]).toContain('is not in the catalogue');
  });

  test('a text with another context only', () => {
    const texts = [entry({ english: 'Read', context: 'state', translations: ['Gelesen'] })];
    const entries = [entry({ english: 'Read', translations: ['Lesen'] })];
    expect(findFaults('de', { texts, entries, isOffered: false })).toMatchObject([
      expect.stringContaining('"Read" (state) is not in the catalogue'),
      expect.stringContaining('"Read" is shown nowhere'),
    ]);
  });

  test('a quoted name of a button that is not its translation', () => {
    const button = entry({ english: 'Always', context: 'corrections', translations: ['Immer'] });
    const quoting = (...translations: string[]) => {
      const entries = [button, entry({ english: 'Unless it is “Always”.', translations })];
      return findFaults('de', { texts: entries, entries, isOffered: true });
    };
    expect(quoting('Außer bei „Immer“.')).toEqual([]);
    expect(quoting('Außer bei „Stets“.')).toEqual([
      'words/catalogues/de.po: "Unless it is “Always”." quotes “Always”, which is called Immer [web/app/a.tsx]',
    ]);
  });

  test('a text that another file shows now', () => {
    const moved = findFaults('de', {
      texts: [entry({ files: ['web/app/b/a.tsx'] })],
      entries: [entry({})],
      isOffered: true,
    });
    expect(moved).toEqual([
      'words/catalogues/de.po: "Hello {name}." names other files than show it: run `npm run words:extract` [web/app/a.tsx]',
    ]);
  });

  test('a text that is shown nowhere, unless it is kept as an old one', () => {
    const unused = (isObsolete: boolean) =>
      findFaults('de', { texts: [], entries: [entry({ isObsolete })], isOffered: true });
    expect(unused(false)[0]).toContain('is shown nowhere');
    expect(unused(true)).toEqual([]);
  });

  test('a text without a translation, once the language is offered', () => {
    expect(faultsOf({ translations: [''] })[0]).toContain('"Hello {name}." is not translated');
    expect(faultsOf({ translations: [''] }, 'de', false)).toEqual([]);
  });

  test.each<[string, Partial<Entry>, string]>([
    ['fuzzy', { isFuzzy: true }, 'is fuzzy'],
    ['a lost placeholder', { translations: ['Hallo.'] }, 'lost {name}'],
    [
      'a new placeholder',
      { translations: ['Hallo {name} {Name}.'] },
      'has {Name}, which the English has not',
    ],
    ['a broken placeholder', { translations: ['Hallo {name} {.'] }, 'has a brace that closes nothing'],
    ['a space before', { translations: [' Hallo {name}.'] }, 'another space'],
    ['a space after', { translations: ['Hallo {name}. '] }, 'another space'],
    ['no full stop', { translations: ['Hallo {name}'] }, 'ends with no sign, the English with "."'],
    ['a gender in brackets', { translations: ['Freund(in) {name}.'] }, 'has a gender'],
    ['another sign', { translations: ['Hallo {name}!'] }, 'ends with "!", the English with "."'],
    ['a missing form', { ...slots, translations: ['1 Termin', ''] }, 'has no form for "other"'],
    [
      'a term of another glossary, in one of its forms',
      { ...slots, translations: ['1 Sitzung', '{count} Termine'] },
      'says "Sitzung", the glossary: Gespräch, or Anmeldung on a device, in the form for "one"',
    ],
    [
      'a count lost',
      { ...slots, translations: ['1 Termin', 'Termine'] },
      'lost {count}, in the form for "other"',
    ],
  ])('%s, also in a language that is not offered yet', (_name, change, fault) => {
    expect(faultsOf(change, 'de', false)).toEqual([expect.stringContaining(fault)]);
  });

  test('one form too few of six', () => {
    const five = ['لا', 'موعد', 'موعدان', '{count} مواعيد', '{count} موعدًا'];
    expect(faultsOf({ ...slots, translations: five }, 'ar')).toEqual([
      expect.stringContaining('has no form for "other"'),
    ]);
    expect(faultsOf({ ...slots, translations: [...five, '{count} موعد'] }, 'ar')).toEqual([]);
  });

  test('a number written out where the form stands for several numbers', () => {
    expect(faultsOf({ ...slots, translations: ['1 слот', '{count} слота', '{count} слотов'] }, 'ru')).toEqual(
      [expect.stringContaining('lost {count}, in the form for "one"')],
    );
  });

  test('the signs of other scripts end a sentence as ours do', () => {
    expect(faultsOf({ translations: ['{name}さん、こんにちは。'] }, 'ja')).toEqual([]);
    const question = { english: 'Ready?', translations: ['جاهز؟'] };
    expect(faultsOf(question, 'ar')).toEqual([]);
    expect(faultsOf({ english: 'Loading...', translations: ['Lädt…'] })).toEqual([]);
    expect(faultsOf({ english: 'From:', translations: ['从：'] }, 'zh-Hans')).toEqual([]);
    expect(faultsOf({ english: 'It is "so".', translations: ['Es ist „so“.'] })).toEqual([]);
  });
});
