import { expect } from '@playwright/test';
import { energyInHalfASecond, findSession, join, watchLinks } from './calls.ts';
import { journey } from './journey.ts';

journey.use({ serverSettings: { DEMO_DATA: 'on' }, permissions: ['microphone'] });

journey('the demo partner joins a session, plays sound and agrees to an extension', async ({ page }) => {
  journey.slow();
  await watchLinks(page);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue as demo user' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.getByRole('link', { name: 'Upcoming Chats' }).first().click();
  await page.getByRole('link', { name: 'Join Session' }).click();
  await expect(page).toHaveURL(/\/chat\//);
  // The address changes before the screen does.
  const heading = page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Upcoming Chats' });
  await expect(heading).toBeVisible();
  const name = (await heading.textContent()) ?? '';
  await findSession(page);
  await join(page);
  const panel = page.getByRole('region', { name: `Session with ${name}` });
  await expect(panel).toContainText(`Waiting for ${name}.`);
  await expect(panel).toContainText(`You are talking with ${name}.`);
  // The slot's owner opens its connection first, so the page's last one belongs to the visitor.
  await expect.poll(() => energyInHalfASecond(page)).toBeGreaterThan(0);
  await panel.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: '5 minutes more' }).click();
  await expect(panel).toContainText('You would like 5 minutes more.');
  await expect(panel).not.toContainText('You would like 5 minutes more.');
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(panel).toContainText('You left the session.');
});
