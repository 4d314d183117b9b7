import { ApiError } from '@parlance/contract/errors';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languageOfDeck } from './deck.ts';
import type { BookLine } from './phrase-list.ts';
import { readTsv, writeTsv } from './tsv.ts';

const when = new Date('2030-03-05T09:00:00Z');
const lineOf = (text: string, meaning = '', context = ''): BookLine => ({
  phraseId: '0197f0c0-0000-7000-8000-000000000001',
  languageCode: 'ja',
  text,
  meaning,
  context,
  createdAt: when,
  updatedAt: when,
});

/** Milliseconds of CPU time, independent of other processes. */
function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe('a table that is written', () => {
  test('tells Anki what its columns are, and stands on one line a phrase', () => {
    expect(writeTsv([lineOf('a < b & "c"', 'one\ntwo', 'tab\there')]).toString()).toBe(
      [
        '#separator:tab',
        '#html:true',
        '#notetype:Parlance',
        '#guid column:1',
        '#deck column:5',
        '#tags column:6',
        '0197f0c0-0000-7000-8000-000000000001\t"a &lt; b &amp; ""c"""\tone<br>two\ttab here\tParlance::Japanese\tparlance ja',
        '',
      ].join('\n'),
    );
  });

  test('is read back as it was, whatever people wrote', () => {
    const words = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\t\r]/g, ' '));
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            words.filter((text) => text.trim() !== ''),
            words,
            words,
          ),
        ),
        (rows) => {
          const read = readTsv(
            writeTsv(rows.map(([text, meaning, context]) => lineOf(text, meaning, context))).toString(),
          );
          expect(read.map(({ fields }) => fields)).toEqual(rows);
          expect(read.every(({ deck }) => languageOfDeck(deck ?? '') === 'ja')).toBe(true);
          expect(read.map(({ line }) => line)).toEqual(rows.map((_row, place) => place + 7));
        },
      ),
    );
  });
});

describe('a table that is read', () => {
  test('needs no first lines: phrase, meaning, context, as plain text', () => {
    expect(readTsv('\ufeffa &amp; b\tmeans <this>\r\n\r\n"quoted ""x""\nline two"\tm\tc\nlast')).toEqual([
      { line: 1, fields: ['a &amp; b', 'means <this>'], deck: null },
      { line: 3, fields: ['quoted "x"\nline two', 'm', 'c'], deck: null },
      { line: 5, fields: ['last'], deck: null },
    ]);
  });

  test('may be one that Anki wrote, with columns of its own in between', () => {
    const written =
      '#separator:tab\n#html:true\n#guid column:1\n#notetype column:2\n#deck column:3\n#tags column:6\nx\tBasic\tKorean\t<b>안녕</b>&nbsp;&#33;&#x1F600;&unknown;\t<div>hi</div>you<br/>\ttag\n';
    expect(readTsv(written)).toEqual([
      { line: 7, fields: ['안녕 !😀&unknown;', 'hi\nyou\n'], deck: 'Korean' },
    ]);
  });

  test('has first lines only at the start: a later line may begin with a hash', () => {
    expect(readTsv('#html:true\nhola\n#separator:comma\tsaid of a file\n#1\tnumber one')).toEqual([
      { line: 2, fields: ['hola'], deck: null },
      { line: 3, fields: ['#separator:comma', 'said of a file'], deck: null },
      { line: 4, fields: ['#1', 'number one'], deck: null },
    ]);
  });

  test('is refused when its columns are separated otherwise', () => {
    expect(() => readTsv('#separator:Comma\na,b')).toThrow(ApiError);
    expect(readTsv('#Separator:Tab\na\tb')).toHaveLength(1);
  });

  test('has one column for each purpose, the one that is named last', () => {
    const heads = '#guid column:1\n#guid column:2\n#tags column:3\n#TAGS column:4\n';
    expect(readTsv(`${heads}a\tguid\tb\ttags\tc\tof another note type`)).toEqual([
      { line: 5, fields: ['a', 'b', 'c'], deck: null },
    ]);
  });

  test('has 999 columns; fields behind them are skipped, and its lines are counted as before', () => {
    const wide = `a${'\t'.repeat(997)}deck`;
    expect(readTsv(`#deck column:998\n${wide}\t"x\n"\nb`)).toMatchObject([
      { line: 2, deck: 'deck' },
      { line: 4, deck: null },
    ]);
    expect(readTsv(`#deck column:999\n${wide}\tja\tKorean\nb`)).toMatchObject([{ deck: 'ja' }, { line: 3 }]);
  });

  test('may have 5,000 lines with something in them', () => {
    expect(readTsv(`${'a\n'.repeat(5000)}\n \n`)).toHaveLength(5000);
    const tooLarge = {
      errorName: 'FileTooLarge',
      message: 'A file may hold at most 5,000 phrases.',
      key: 'A file may hold at most {max} phrases.',
      values: { max: 5000 },
    };
    expect(() => readTsv('a\n'.repeat(5001))).toThrow(expect.objectContaining(tooLarge));
  });

  test('is not read any further after the first line too many', () => {
    const table = 'a\n'.repeat(1_000_000);
    expect(cpuOf(() => readTsv(table))).toBeLessThan(cpuOf(() => readTsv(table, Infinity)) / 4);
  });

  test('costs the same however many columns its first lines name', () => {
    const lines = 'a\n'.repeat(100_000);
    const heads = Array.from({ length: 998 }, (_, nth) => `#guid column:${nth + 2}\n`).join('');
    const plain = cpuOf(() => readTsv(`#guid column:2\n${lines}`, Infinity));
    expect(cpuOf(() => readTsv(heads + lines, Infinity))).toBeLessThan(5 * plain + 50);
  });

  test.each([
    'a\n',
    '\n',
    '\r',
    '\t',
    '"',
    '""',
    '"a"',
    '<',
    '<br',
    '</p',
    '<br <',
    '&#',
    '&#x',
    '&a',
    ' ',
    '#',
  ])('takes linear time: %j', (text) => {
    const cpuOfBytes = (bytes: number) => {
      const table = `#html:true\n.${text.repeat(bytes / text.length)}`;
      return cpuOf(() => readTsv(table, Infinity));
    };
    // Time must grow linearly with the bytes, not quadratically.
    expect(cpuOfBytes(2_000_000)).toBeLessThan(30 * Math.max(cpuOfBytes(200_000), 20));
  });
});

test.each([
  ['Parlance::Japanese', 'ja'],
  ['japanese', 'ja'],
  ['My decks::日本語', 'ja'],
  [' JA ', 'ja'],
  ['Klingon', undefined],
  ['', undefined],
])('the deck %s is of the language %s', (deck, code) => {
  expect(languageOfDeck(deck)).toBe(code);
});
