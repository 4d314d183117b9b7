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
  const traffic = { areBytesEqual: true, notifiedMs: 4, silentMs: 4, samples: 100 };
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
  for (const { promise, limit, measured: figure, isMet } of goals)
    expect(page).toContain(`| ${promise} | ${limit} | ${figure} | ${isMet ? 'met' : '**missed**'} |`);
  expect(page).toContain('4711');
  expect(page).toContain('- ring: a member is trusted');
  expect(page).not.toMatch(/NaN|undefined|null|Infinity/);
  const tables = page.split('\n').filter((line) => line.startsWith('|'));
  for (const line of tables) expect(line.split(' | ')).toHaveLength(4);
});
