import type { LanguageCode } from '@parlance/contract/languages';
import type { ProgressWeek } from '@parlance/contract/progress';
import { expect, test } from 'vitest';
import { isEmpty, messageShares, phrasesInBook, talkedMinutes } from './plotted';

const own = [
  { languageCode: 'es', learning: true },
  { languageCode: 'de', learning: false },
] as const;

const week = (given: Partial<ProgressWeek>): ProgressWeek => ({
  startsOn: '2030-03-04',
  sessions: 0,
  talk: [],
  phrasesSaved: 0,
  phrasesReviewed: 0,
  phrasesKept: 0,
  phrasesKnown: 0,
  messages: [],
  ...given,
});

const talk = (minutes: Partial<Record<LanguageCode, number>>) =>
  Object.entries(minutes).map(([languageCode, value]) => ({
    languageCode: languageCode as LanguageCode,
    ms: value * 60_000,
  }));

test('minutes stand by language, the most talked first, in the tone of what it is to the reader', () => {
  const weeks = [
    week({ talk: talk({ de: 3, es: 10.4 }) }),
    week({}),
    week({ talk: talk({ fr: 1, de: 4.6 }) }),
  ];
  expect(talkedMinutes(weeks, own)).toEqual({
    series: [
      { label: 'Spanish', tone: 'learn' },
      { label: 'German', tone: 'speak' },
      { label: 'French', tone: 'plain' },
    ],
    weeks: [
      [10, 3, 0],
      [0, 0, 0],
      [0, 5, 1],
    ],
  });
});

test('four languages have a series of their own; of more the rest is put together', () => {
  const four = talkedMinutes([week({ talk: talk({ es: 9, de: 8, fr: 7, it: 6 }) })], own);
  expect(four.series.map(({ label }) => label)).toEqual(['Spanish', 'German', 'French', 'Italian']);
  const { series, weeks } = talkedMinutes([week({ talk: talk({ es: 9, de: 8, fr: 7, it: 6, ja: 5 }) })], own);
  expect(series.at(-1)).toEqual({ label: 'Other languages', tone: 'plain' });
  expect(weeks).toEqual([[9, 8, 7, 11]]);
});

test('a week has a share from five messages on whose language is known; shares are rounded to five', () => {
  const words = (es: number, de: number) =>
    new Map([
      ['es', es],
      ['de', de],
    ]);
  const unknown = new Map<string, number>();
  const counted = [
    [words(2, 1), words(2, 1), words(2, 1), words(2, 1), unknown],
    [words(2, 1), words(2, 1), words(2, 1), words(2, 1), words(2, 1)],
    [...Array<Map<string, number>>(5).fill(new Map([['es', 4]]))],
    [],
    // Messages that were marked as a third language.
    [...Array<Map<string, number>>(5).fill(new Map([['fr', 4]]))],
  ];
  expect(messageShares(counted, own)).toEqual({
    series: [
      { label: 'Spanish', tone: 'learn' },
      { label: 'German', tone: 'speak' },
    ],
    weeks: [null, [65, 35], [100, 0], null, null],
  });
});

test('what is in the book is known, or still being learned', () => {
  const plotted = phrasesInBook([week({ phrasesKept: 5, phrasesKnown: 2 })]);
  expect(plotted.weeks).toEqual([[2, 3]]);
});

test('a plot without anything to show is empty', () => {
  expect(isEmpty({ series: [], weeks: [null, [0, 0]] })).toBe(true);
  expect(isEmpty({ series: [], weeks: [null, [0, 1]] })).toBe(false);
});
