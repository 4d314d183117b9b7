import type { ProgressWeek } from '@parlance/contract/progress';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { keepLanguage } from '#aids/kept-languages';
import { render } from '#test/browser/render';
import { setLanguage } from '#test/browser/surroundings';
import { ProgressFigures } from './progress-figures';

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
