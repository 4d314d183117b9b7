import { dailyGoals } from '@parlance/contract/account-care';
import type { Rhythm } from '@parlance/contract/progress';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { RhythmLine } from './rhythm-line';

const days = ['11', '12', '13', '14', '15', '16', '17'].map((day) => ({
  day: `2026-05-${day}`,
  isPractised: day < '14',
}));
const week: Rhythm = {
  today: '2026-05-14',
  minutesToday: 7,
  days,
  sessions: 1,
  phrasesSaved: 0,
  phrasesReviewed: 2,
};
const line = () => page.getByRole('region', { name: 'Your week' });
const goal = /Daily goal/;

function show(rhythm: Rhythm, dailyGoal: 'small' | 'medium' = 'medium') {
  server.answer('getRhythm', () => rhythm);
  render(<RhythmLine />, { user: { dailyGoal }, staticData: { dailyGoals: [...dailyGoals] } });
}

test.each([
  ['medium', 'Daily goal: 7 of 10 minutes today'],
  ['small', 'Daily goal: 7 of 5 minutes today'],
] as const)('the minutes of today stand beside the goal %s', async (dailyGoal, text) => {
  show(week, dailyGoal);
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(page.getByRole('link')).toHaveTextContent('3 of 4 days this week');
  await expect.element(page.getByRole('link')).toHaveAttribute('href', '/progress');
  await expect.element(page.getByText(/phrases? saved/)).not.toBeInTheDocument();
});

test('a day without practice shows the goal with no minutes', async () => {
  show({ ...week, minutesToday: 0 });
  await expect.element(page.getByText('Daily goal: 0 of 10 minutes today')).toBeVisible();
});

test('without counted minutes, as from a node of an earlier release, the goal is not shown', async () => {
  const { minutesToday: _, ...counted } = week;
  show(counted);
  await expect.element(line()).toBeVisible();
  expect(line().element().textContent).not.toMatch(goal);
});

test('a week without practice says what counts, without a goal', async () => {
  const none = days.map(({ day }) => ({ day, isPractised: false }));
  show({ ...week, minutesToday: 0, days: none, sessions: 0, phrasesReviewed: 0 });
  await expect.element(page.getByText(/^No practice yet this week\./)).toBeVisible();
  await expect.element(page.getByText(goal)).not.toBeInTheDocument();
});

test('sessions and phrases are counted, those that are none are left out, and days are those of the reader', async () => {
  show({ ...week, sessions: 2, phrasesSaved: 1, phrasesReviewed: 0 });
  await expect.element(line()).toBeVisible();
  const facts = line()
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);
  expect(facts).toEqual(['2 sessions', '1 phrase saved', 'Daily goal: 7 of 10 minutes today']);
  await expect
    .poll(() => server.payloads('getRhythm'))
    .toEqual([{ timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone, weekStart: 1 }]);
});
