import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Catalogue } from './catalogue.ts';
import { createWords } from './create-words.ts';
import type { Locale } from './locales.ts';
import { word } from './word.ts';

const english = createWords('en');
const speakers = (locale: Locale, words: Catalogue['words']) => createWords(locale, { words });

describe('a text', () => {
  test('is itself in English', () => {
    expect(english.t('Upcoming Chats')).toBe('Upcoming Chats');
    expect(english.t('Cancelled. We are telling {name}.', { name: 'Aiko' })).toBe(
      'Cancelled. We are telling Aiko.',
    );
  });

  test('is what the catalogue says, with its values where that language wants them', () => {
    const { t } = speakers('ja', { 'Talk to {name} at {time}': '{time}に{name}さんと話す' });
    expect(t('Talk to {name} at {time}', { name: 'Ana', time: '18:00' })).toBe('18:00にAnaさんと話す');
  });

  test('of a table is looked up when it is shown, and stays English where it is not known', () => {
    const labels: string[] = [word('Dashboard'), word('Settings')];
    const { t } = speakers('de', { Dashboard: 'Übersicht' });
    expect(labels.map((label) => t(label))).toEqual(['Übersicht', 'Settings']);
  });

  test('with two meanings has an entry for each, and English shows it without the context', () => {
    const { t } = speakers('de', { Read: 'Lesen', [word('Read', 'state of a message')]: 'Gelesen' });
    expect([t('Read'), t(word('Read', 'state of a message'))]).toEqual(['Lesen', 'Gelesen']);
    expect(english.t(word('Read', 'state of a message'))).toBe('Read');
    // One that the catalogue lacks, such as of a part that has not loaded, is its English.
    const more = word('More', 'further actions');
    expect([t(more), speakers('de', {}).counted(1, more, '{count} more')]).toEqual(['More', 'More']);
  });

  test('has its numbers as the language writes them; English has plain digits', () => {
    const text = '{count} people';
    expect(speakers('de', { [text]: '{count} Leute' }).t(text, { count: 12_345 })).toBe('12.345 Leute');
    expect(english.t(text, { count: 12_345 })).toBe('12345 people');
  });

  test('from right to left keeps the direction of a name to the name', () => {
    const { t } = speakers('ar', { 'With {name}': 'مع {name}' });
    expect(t('With {name}', { name: 'Ana!' })).toBe('مع \u2068Ana!\u2069');
    expect(t('With {name}', { name: 'https://a.test/b' })).toBe('مع https://a.test/b');
  });

  test('from right to left a sentence inside another one keeps the direction of the language', () => {
    const { t } = speakers('ar', { '{day} ({zone})': '{day} ({zone})', 'For you: {time}': 'لك: {time}' });
    const time = t('{day} ({zone})', { day: 'اليوم', zone: 'UTC' });
    // All its letters are inside isolates, which direction detection skips.
    expect(t('For you: {time}', { time })).toBe('لك: \u2067\u2068اليوم\u2069 (\u2068UTC\u2069)\u2069');
  });

  test('does not read placeholders or signs of replacement in what people wrote', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(english.t('<{a}> and <{b}>', { a, b })).toBe(`<${a}> and <${b}>`);
      }),
    );
    expect(english.t('Hello {name}', { name: '{name} $& $1' })).toBe('Hello {name} $& $1');
  });

  test('takes no key from outside the catalogue', () => {
    expect(speakers('de', {}).t('constructor' as string)).toBe('constructor');
    expect(english.t('{toString}' as string, {})).toBe('{toString}');
  });

  test('cannot be written without its values', () => {
    // @ts-expect-error: the name is missing
    expect(english.t('Hello {name}')).toBe('Hello {name}');
    // @ts-expect-error: another name
    expect(english.t('Hello {name}', { nam: 'Ana' })).toBe('Hello {name}');
    // @ts-expect-error: a value that nobody asked for
    expect(english.t('Hello', { name: 'Ana' })).toBe('Hello');
    // @ts-expect-error: the same with a context
    expect(english.t(word('Hello {name}', 'greeting'))).toBe('Hello {name}');
    // @ts-expect-error: counted, and the name is missing
    expect(english.counted(2, '1 from {name}', '{count} from {name}')).toBe('2 from {name}');
  });
});

describe('a count', () => {
  test('has two forms in English', () => {
    const slots = (count: number) => english.counted(count, '1 slot', '{count} slots');
    expect([0, 1, 2, 21].map(slots)).toEqual(['0 slots', '1 slot', '2 slots', '21 slots']);
    expect(
      english.counted(3, 'New message from {name}', '{count} new messages from {name}', { name: 'Ana' }),
    ).toBe('3 new messages from Ana');
  });

  test('that is not translated has the two English forms', () => {
    const { counted } = speakers('de', {});
    expect([0, 1, 2].map((count) => counted(count, '1 slot', '{count} slots'))).toEqual([
      '0 slots',
      '1 slot',
      '2 slots',
    ]);
  });

  test('has the Russian forms at 1, 2, 5 and 21, and another for a fraction', () => {
    const forms = {
      one: '{count} слот',
      few: '{count} слота',
      many: '{count} слотов',
      other: '{count} слота',
    };
    const { counted } = speakers('ru', { '1 slot': forms });
    const slots = (count: number) => counted(count, '1 slot', '{count} slots');
    expect([1, 2, 5, 11, 21, 1.5].map(slots)).toEqual([
      '1 слот',
      '2 слота',
      '5 слотов',
      '11 слотов',
      '21 слот',
      '1,5 слота',
    ]);
  });

  test('has the six forms of Arabic', () => {
    const forms = { zero: 'zero', one: 'one', two: 'two', few: 'few', many: 'many', other: 'other' };
    const { counted } = speakers('ar', { '1 slot': forms });
    const form = (count: number) => counted(count, '1 slot', '{count} slots');
    expect([0, 1, 2, 3, 10, 11, 99, 100, 102].map(form)).toEqual([
      'zero',
      'one',
      'two',
      'few',
      'few',
      'many',
      'many',
      'other',
      'other',
    ]);
  });

  test('of millions is said by the form for several, which is all that French has', () => {
    const { counted } = speakers('fr', { '1 slot': { one: '{count} créneau', other: '{count} créneaux' } });
    expect([0, 1, 2].map((count) => counted(count, '1 slot', '{count} slots'))).toEqual([
      '0 créneau',
      '1 créneau',
      '2 créneaux',
    ]);
    expect(counted(1_000_000, '1 slot', '{count} slots')).toMatch(/créneaux$/);
  });
});

describe('a sentence with elements in it', () => {
  const bold = { type: 'b' };

  test('is a list in the order of the language', () => {
    expect(english.parts('Signed in as {name}.', { name: bold })).toEqual(['Signed in as ', bold, '.']);
    const { parts } = speakers('ja', { 'Signed in as {name}.': '{name}としてログイン中。' });
    expect(parts('Signed in as {name}.', { name: bold })).toEqual([bold, 'としてログイン中。']);
  });

  test('can be counted', () => {
    const forms = {
      one: '{count} минута с {name}',
      few: '{count} минуты с {name}',
      many: '{count} минут с {name}',
    };
    const { countedParts } = speakers('ru', { '1 minute with {name}': forms });
    const minutes = (count: number) =>
      countedParts(count, '1 minute with {name}', '{count} minutes with {name}', { name: bold });
    expect(minutes(45)).toEqual(['45', ' минут с ', bold]);
    expect(minutes(1)).toEqual(['1', ' минута с ', bold]);
  });
});

describe('a message that came in English', () => {
  const german = {
    'User not found.': 'Person nicht gefunden.',
    'Must be at most {max}': 'Höchstens {max}',
    'From {min} to {max}': 'Bis {max}, von {min} an',
    'Sent by {name}': 'Von {name}',
  };
  const { translate } = speakers('de', german);
  const atMost = (max: number) => ({
    message: `Must be at most ${max}`,
    key: 'Must be at most {max}',
    values: { max },
  });

  test('is found by its key, and its values stand where the language wants them, as it writes them', () => {
    expect(translate({ message: 'User not found.' })).toBe('Person nicht gefunden.');
    expect(translate(atMost(5000))).toBe('Höchstens 5.000');
    const both = { message: 'From 2 to 9', key: 'From {min} to {max}', values: { min: 2, max: 9 } };
    expect(translate(both)).toBe('Bis 9, von 2 an');
  });

  test('of each of several fields has a line', () => {
    expect(translate([atMost(50), { message: 'User not found.' }])).toBe(
      'Höchstens 50\nPerson nicht gefunden.',
    );
    expect(translate([])).toBe('');
  });

  test('stays as it is where its key is not known, also when its text resembles another', () => {
    for (const message of ['', 'Unheard of', 'Must be at most 50', 'User not found., User not found.']) {
      expect(translate({ message })).toBe(message);
      expect(translate({ message, key: 'Unheard of {max}', values: { max: 50 } })).toBe(message);
    }
  });

  test('is the English of the server in English', () => {
    const full = { message: 'It holds 5,000.', key: 'It holds {max}.', values: { max: 5000 } };
    expect(english.translate([full, atMost(50)])).toBe('It holds 5,000.\nMust be at most 50');
  });

  test('keeps the direction of a value to itself', () => {
    const arabic = speakers('ar', { 'Sent by {name}': 'من {name}' });
    expect(arabic.translate({ message: 'Sent by Ana', key: 'Sent by {name}', values: { name: 'Ana' } })).toBe(
      'من \u2068Ana\u2069',
    );
  });
});
