import { savedPeopleMax } from '@parlance/contract/people-lists';
import { expect, type Page } from '@playwright/test';
import { journey } from './journey.ts';
import { expectNothingSideways } from './layout.ts';
import { createMember, signIn } from './people.ts';

/** Screens with their lists, and the largest number of rows at first. */
const lists = [
  { path: '/appointments?show=past', rows: 'main ul.grid > li', max: 10, shows: 'minutes with' },
  { path: '/chats', rows: 'main li', max: 10, shows: 'Learner' },
  { path: '/requests', rows: 'main li', max: 20, shows: 'Learner' },
  { path: '/phrases', rows: 'main li', max: 60, shows: '500 phrases' },
] as const;

const prominent = (page: Page) => page.locator('[data-prominent]');

// Rules: docs/decisions/attention.md
journey('a member with much data sees bounded lists and one prominent item', async ({ page, server }) => {
  journey.slow();
  const ana = await createMember(server, 'Ana');
  await server.fillUp({
    userId: ana.userId,
    // The most that a member can save.
    savedPeople: savedPeopleMax,
    conversations: 100,
    requests: 50,
    pastSessions: 500,
    phrases: 500,
  });
  await signIn(page, ana, '/dashboard');
  const waiting = page.getByRole('navigation', { name: 'Waiting for you' });
  await expect(waiting.getByRole('link')).toHaveText([
    /^Say whether \d+ sessions took place/,
    'Read 50 requests',
    'Review 500 phrases',
  ]);
  await expect(prominent(page)).toHaveCount(1);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const { path, rows, max, shows } of lists) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(shows).first()).toBeVisible();
    expect(await page.locator(rows).count(), path).toBeLessThanOrEqual(max);
    await expectNothingSideways(page, path);
  }
});

journey('a member without data reads on every screen what to do next', async ({ page, server }) => {
  await signIn(page, await createMember(server, 'Eve'), '/dashboard');
  await expect(page.getByText('No practice yet this week.')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Waiting for you' })).toHaveCount(0);
  for (const [path, words] of [
    ['/dashboard?saved=true', /./],
    ['/appointments', 'No sessions found'],
    ['/appointments?show=past', 'No past sessions yet'],
    ['/chats', 'No conversations yet'],
    ['/requests', 'No requests are waiting.'],
    ['/phrases', /./],
    ['/progress', 'Your weeks will appear here'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(words).first()).toBeVisible();
    await expectNothingSideways(page, path);
  }
});
