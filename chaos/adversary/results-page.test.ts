import { expect, test } from 'vitest';
import { sizes } from './behaviour.ts';
import { judge } from './goals.ts';
import { resultsPage } from './results-page.ts';
import { createTally } from './tally.ts';

test('the page has every goal with its figure, the seed and all runs, and no empty value', () => {
  const [rules, baseline, calm] = [createTally(), createTally(), createTally()];
  for (const tally of [rules, baseline, calm]) {
    Object.assign(tally.popular, { members: 350 });
    Object.assign(tally.honest, { sent: 1000, lost: 7 });
  }
  baseline.hostile.notified.slow = 4711;
  rules.hostile.caughtAfter = [30];
  const times = { answer: [4, 5], delivery: [30, 31] };
  const timing = { notified: times, setting: times, protection: times, text: times };
  const traffic = { areBytesEqual: true, timing };
  const measured = { size: sizes.tenth, rules, baseline, calm, traffic };
  const goals = judge(measured);
  const page = resultsPage({
    ...measured,
    seed: 815,
    minutes: 9.5,
    goals,
    broken: ['ring: a member is trusted'],
  });
  expect(page).toContain(
    'Seed 815, 28 simulated days, 1000 members (60 of them newcomers), 20 hostile people',
  );
  for (const { promise, limit, model, measured: figure, isMet } of goals)
    expect(page).toContain(
      `| ${promise} | ${limit} | ${model} | ${figure} | ${isMet ? 'met' : '**missed**'} |`,
    );
  expect(page).toContain('4711');
  expect(page).toContain('- ring: a member is trusted');
  expect(page).not.toMatch(/NaN|undefined|null|Infinity/);
  const [goalLines = '', figureLines = ''] = page.split('## Figures');
  const widths = (part: string) =>
    new Set(part.split('\n').flatMap((line) => (line.startsWith('|') ? [line.split(' | ').length] : [])));
  expect([widths(goalLines), widths(figureLines)]).toEqual([new Set([5]), new Set([4])]);
});
