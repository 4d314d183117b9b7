import { savedPeopleMax } from '@parlance/contract/people-lists';
import { expect, type Page } from '@playwright/test';
import { journey } from './journey.ts';
import { expectNothingSideways } from './layout.ts';
import { createMember, signIn } from './people.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };
const savedPath = '/dashboard?languageCode=&type=learners&advanced=true&learning=true&saved=true';

/** Screens with their lists: the largest number of rows at first, and the control that leads to the rest. */
const lists = [
  { path: savedPath, rows: 'main li:has(h3)', max: 10, total: /of 1,?000 results/, more: ['link', /next/i] },
  { path: '/appointments?show=past', rows: 'main ul.grid > li', max: 10, total: 'minutes with', more: ['link', /next/i] },
  { path: '/chats', rows: 'main li', max: 10, total: 'Requests (50)', more: ['button', 'Load more messages'] },
  { path: '/requests', rows: 'main li', max: 20, total: 'Requests (50)', more: ['button', 'Show more'] },
  { path: '/phrases', rows: 'main li:has(button)', max: 50, total: '500 phrases', more: ['link', /next/i] },
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
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport);
    for (const { path, rows, max, total, more } of lists) {
      await page.goto(path);
      await expect(page.getByRole('main').getByText(total).first()).toBeVisible();
      await expect(page.locator(rows).first()).toBeAttached();
      expect(await page.locator(rows).count(), path).toBeLessThanOrEqual(max);
      const [role, name] = more;
      await expect(page.getByRole('main').getByRole(role, { name }).first()).toBeVisible();
      await expectNothingSideways(page, path);
    }
  }
  await page.goto('/appointments');
  await expect(page.getByRole('button', { name: 'Yes, we talked' })).toHaveCount(1);
  await page.getByRole('link', { name: /more questions are under “Past”/ }).click();
  await expect(page).toHaveURL('/appointments?show=past');
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
    ['/progress', 'Your progress'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(words).first()).toBeVisible();
    await expectNothingSideways(page, path);
  }
});
