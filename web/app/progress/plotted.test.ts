import type { LanguageCode } from '@parlance/contract/languages';
import type { ProgressWeek } from '@parlance/contract/progress';
import { expect, test } from 'vitest';
import { isEmpty, messageShares, phrasesInBook, phrasesReviewed, talkedMinutes } from './plotted';
import { shownWeek } from './shown-weeks';

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

test('a share needs languages of both kinds, and is rounded to the nearest five', () => {
  const messages = [
    Array(5).fill(
      new Map([
        ['es', 17],
        ['de', 8],
      ]),
    ),
  ];
  expect(messageShares(messages, own).weeks).toEqual([[70, 30]]);
  expect(messageShares(messages, own.slice(0, 1)).weeks).toEqual([null]);
  expect(messageShares(messages, own.slice(1)).weeks).toEqual([null]);
});

test('what was reviewed has one series', () => {
  expect(phrasesReviewed([week({ phrasesReviewed: 4 }), week({})]).weeks).toEqual([[4], [0]]);
});

// The suite runs in a zone west of UTC, in which each of these days begins on the day before.
test('a week has its days whatever the zone of the reader', () => {
  expect(shownWeek('2030-03-04')).toMatchObject({
    startsOn: '2030-03-04',
    date: 'Mar 4',
    label: expect.stringMatching(/^Mar 4\s–\s(Mar )?10$/),
  });
});
