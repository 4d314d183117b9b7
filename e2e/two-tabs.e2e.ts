import { expect, type Page } from '@playwright/test';
import { journey } from './journey.ts';
import { createMember, signIn, signInHere } from './people.ts';

const minute = 60_000;

const aMomentMs = 2000;

/** Makes the tab visible again, which triggers a refetch; repeated while an earlier refetch is in flight. */
const lookAt = (tab: Page) =>
  expect(async () => {
    await Promise.all([
      tab.waitForResponse((response) => response.url().endsWith('/v1/session') && response.status() === 200, {
        timeout: aMomentMs,
      }),
      tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))),
    ]);
  }).toPass({ timeout: 15 * aMomentMs });

journey('two tabs open for an hour both stay signed in', async ({ page, context, server, faults }) => {
  journey.slow();
  faults.expect(/status of 401/);
  const member = await createMember(server);
  await signIn(page, member, '/settings');
  const second = await context.newPage();
  faults.watch(second);
  const exchanges: number[] = [];
  context.on('response', (response) => {
    if (response.url().endsWith('/v1/reauth')) exchanges.push(response.status());
  });
  await second.goto('/settings');
  for (const tab of [page, second]) {
    await expect(tab.getByText('This device', { exact: true })).toBeVisible();
  }

  for (let passed = 0; passed < 60; passed += 4) {
    await server.advanceClock(4 * minute);
    await Promise.all([lookAt(page), lookAt(second)]);
  }

  for (const tab of [page, second]) {
    await expect(tab).toHaveURL('/settings');
    await expect(tab.getByText(member.mailbox.address)).toBeVisible();
  }
  // An access token is valid for fifteen minutes: each tab has renewed its own at least three times.
  expect(exchanges.length).toBeGreaterThanOrEqual(6);
  expect(exchanges.every((status) => status === 200)).toBe(true);
});

journey(
  'signing out in one tab signs out the other, and so does signing in',
  async ({ page, context, server, faults }) => {
    const member = await createMember(server);
    await signIn(page, member);
    const second = await context.newPage();
    faults.watch(second);
    await second.goto('/settings');
    await expect(second.getByText('This device', { exact: true })).toBeVisible();

    await page.goto('/settings/account');
    // The list of devices moves the button when it has loaded.
    await expect(page.getByText('This device', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    await expect(second).toHaveURL('/login');

    await signInHere(page, member.mailbox);
    await expect(page).toHaveURL('/dashboard');
    await expect(second).toHaveURL('/dashboard');
  },
);
