import { ApiError } from '@parlance/contract/errors';
import type { ProgressWeek } from '@parlance/contract/progress';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { keepLanguage } from '#aids/kept-languages';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { setLanguage } from '#test/browser/surroundings';
import { ProgressFigures } from './progress-figures';
import ProgressPage from './progress-page';

const languages = [
  { languageCode: 'es', proficiency: 0.4, learning: true },
  { languageCode: 'en', proficiency: 1, learning: false },
] as const;

let serial = 0;
/** A week with messages whose language the member has chosen. */
const weekOf = (startsOn: string, codes: string[]): ProgressWeek => ({
  startsOn,
  sessions: 0,
  talk: [],
  phrasesSaved: 0,
  phrasesReviewed: 0,
  phrasesKept: 0,
  phrasesKnown: 0,
  messages: codes.map((code) => {
    serial += 1;
    const chatMessageId = `00000000-0000-7000-8000-${String(serial).padStart(12, '0')}`;
    keepLanguage(chatMessageId, code);
    return { chatMessageId, content: '...' };
  }),
});
/** The distance of each bar from the middle of its week, in widths of a week; the first one is at the start of the line. */
const offsets = () => {
  const plot = page.getByRole('img').first().element();
  const { left, right, width } = plot.getBoundingClientRect();
  const weeks = [...plot.querySelectorAll('g')];
  const week = width / weeks.length;
  const isMirrored = document.documentElement.dir === 'rtl';
  return weeks.flatMap((group, nth) =>
    [...group.querySelectorAll('rect')].map((bar) => {
      const box = bar.getBoundingClientRect();
      const middle = (box.left + box.right) / 2;
      const placed = isMirrored ? right - middle : middle - left;
      return Math.round((100 * Math.abs(placed - (nth + 0.5) * week)) / week) / 100;
    }),
  );
};

test.each(['en', 'ar'] as const)('bars stand in the middle of their weeks, in %s', async (locale) => {
  await setLanguage(locale);
  const weeks = ['2026-05-04', '2026-05-11', '2026-05-18'].map((startsOn, nth) => ({
    ...weekOf(startsOn, []),
    phrasesKept: 5 + nth,
    phrasesKnown: 0,
  }));
  render(<ProgressFigures weeks={weeks} languages={[...languages]} />);
  await expect.poll(offsets).toEqual([0, 0, 0]);
});

const times = (count: number, code: string) => Array<string>(count).fill(code);

test.each([
  ['en', ['Spanish: about 33%', 'English: about 67%']],
  ['de', ['Spanisch: etwa 33 %', 'Englisch: etwa 67 %']],
] as const)(
  'the balance of the languages is the mean of the weeks that have one, in %s',
  async (locale, facts) => {
    await setLanguage(locale);
    const weeks = [
      weekOf('2026-05-04', times(10, 'es')),
      // Too few messages for a share.
      weekOf('2026-05-11', times(2, 'en')),
      weekOf('2026-05-18', times(10, 'en')),
      weekOf('2026-05-25', times(10, 'en')),
      weekOf('2026-06-01', []),
    ];
    render(<ProgressFigures weeks={weeks} languages={[...languages]} />);
    for (const fact of facts) await expect.element(page.getByText(fact)).toBeVisible();
  },
);

const quiet = (startsOn: string): ProgressWeek => weekOf(startsOn, []);
const monday = (nth: number) => new Date(Date.UTC(2026, 4, 4 + 7 * nth)).toISOString().slice(0, 10);
const figure = (name: string) => page.getByRole('region', { name, exact: true });
const facts = (name: string) =>
  [...(figure(name).element().querySelector('ul') ?? document.body).children].map(
    ({ textContent }) => textContent,
  );

test('each figure is told in words, and as a table that begins with the present week', async () => {
  const weeks: ProgressWeek[] = [
    {
      ...quiet(monday(0)),
      sessions: 2,
      talk: [
        { languageCode: 'es', ms: 600_000 },
        { languageCode: 'en', ms: 300_000 },
      ],
      phrasesKept: 4,
      phrasesKnown: 1,
      phrasesReviewed: 9,
    },
    {
      ...quiet(monday(1)),
      sessions: 1,
      talk: [{ languageCode: 'es', ms: 240_000 }],
      phrasesKept: 7,
      phrasesKnown: 2,
      phrasesReviewed: 3,
    },
  ];
  render(<ProgressFigures weeks={weeks} languages={[...languages]} />);
  await expect.element(figure('Minutes talked')).toBeVisible();
  expect(facts('Minutes talked')).toEqual(['Spanish: 14 min', 'English: 5 min', '3 sessions']);
  expect(facts('Phrases in your book')).toEqual(['2 phrases known', '7 phrases in your book']);
  expect(facts('Phrases reviewed')).toEqual(['3 phrases this week']);
  await expect
    .element(figure('Languages of your messages'))
    .toMatchTextContent(/Write a few more messages in a week/);
  const toggle = figure('Minutes talked').getByRole('button');
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect.element(toggle).toHaveTextContent('Hide the table');
  const rows = [...figure('Minutes talked').element().querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect(rows).toEqual([
    [expect.stringMatching(/^May 11/), '4', '0'],
    [expect.stringMatching(/^May 4/), '10', '5'],
  ]);
  // Stacked: the second bar of a week stands on the first.
  const [lower, upper] = [...figure('Minutes talked').element().querySelectorAll('g rect')].map((bar) =>
    ['y', 'height'].map((name) => Number(bar.getAttribute(name))),
  );
  expect((upper?.[0] ?? 0) + (upper?.[1] ?? 0)).toBeCloseTo(lower?.[0] ?? -1);
  expect((lower?.[1] ?? 0) / (upper?.[1] ?? 1)).toBeCloseTo(2);
});

test('a week without a share has none in the table', async () => {
  const weeks = [weekOf(monday(0), times(10, 'es')), weekOf(monday(1), times(2, 'es'))];
  render(<ProgressFigures weeks={weeks} languages={[...languages]} />);
  await expect.element(page.getByText('Spanish: about 100%')).toBeVisible();
  const cells = [...figure('Languages of your messages').element().querySelectorAll('td')];
  expect(cells.map(({ textContent }) => textContent)).toEqual(['–', '–', '100%', '0%']);
});

test('every third week has its date, counted from the present one', async () => {
  const weeks = Array.from({ length: 8 }, (_, nth) => ({ ...quiet(monday(nth)), phrasesReviewed: 1 }));
  render(<ProgressFigures weeks={weeks} languages={[...languages]} />);
  await expect.element(figure('Phrases reviewed').getByRole('img')).toBeVisible();
  const dates = [...figure('Phrases reviewed').element().querySelectorAll('g text')];
  expect(dates.map(({ textContent }) => textContent)).toEqual(['May 11', 'Jun 1', 'Jun 22']);
  expect(dates.map((date) => date.getAttribute('text-anchor'))).toEqual(['middle', 'middle', 'end']);
});

describe('the page of progress', () => {
  let weeks: ProgressWeek[];
  const print = page.getByRole('button', { name: 'Print' });

  beforeEach(() => {
    weeks = [quiet(monday(0)), quiet(monday(1))];
    server.answer('getProgress', () => ({ weeks }));
    server.answer('listOwnLanguages', () => ({ languages: [...languages] }));
  });

  test('without any practice says what will appear, and has nothing to print', async () => {
    render(<ProgressPage />);
    await expect.element(page.getByRole('heading', { name: 'Your weeks will appear here' })).toBeVisible();
    await expect.element(print).not.toBeInTheDocument();
    await expect
      .poll(() => server.payloads('getProgress'))
      .toEqual([{ timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone, weekStart: 1 }]);
  });

  test.each([
    ['a saved phrase', { phrasesKept: 1 }],
    ['a review', { phrasesReviewed: 1 }],
    ['a talk', { talk: [{ languageCode: 'es' as const, ms: 60_000 }] }],
  ])('begins with %s', async (_case, more) => {
    weeks = [{ ...quiet(monday(0)), ...more }, quiet(monday(1))];
    render(<ProgressPage />);
    await expect.element(figure('Minutes talked')).toBeVisible();
    const printed = vi.spyOn(window, 'print').mockReturnValue();
    await print.click();
    expect(printed).toHaveBeenCalledOnce();
    printed.mockRestore();
  });

  test('that could not be loaded is loaded again on request', async () => {
    server.answer('listOwnLanguages', () => {
      throw new ApiError('ServerError');
    });
    render(<ProgressPage />);
    await expect
      .element(page.getByText('Your progress could not be loaded. Nothing was lost.'))
      .toBeVisible();
    server.answer('listOwnLanguages', () => ({ languages: [] }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('heading', { name: 'Your weeks will appear here' })).toBeVisible();
  });
});
