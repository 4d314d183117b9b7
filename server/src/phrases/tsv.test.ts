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

describe('a table that is written', () => {
  test('tells Anki what its columns are, and stands on one line a phrase', () => {
    expect(writeTsv([lineOf('a < b & "c"', 'one\ntwo', 'tab\there')])).toBe(
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
            writeTsv(rows.map(([text, meaning, context]) => lineOf(text, meaning, context))),
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

  test('is refused when its columns are separated otherwise', () => {
    expect(() => readTsv('#separator:Comma\na,b')).toThrow(ApiError);
    expect(readTsv('#Separator:Tab\na\tb')).toHaveLength(1);
  });

  test('takes no time that grows faster than itself', () => {
    const began = performance.now();
    for (const text of ['<', '"', '&#', '#', '\t', '<br']) readTsv(`#html:true\n${text.repeat(500_000)}`);
    expect(performance.now() - began).toBeLessThan(5000);
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
