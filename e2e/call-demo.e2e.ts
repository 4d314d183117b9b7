import { expect, type Page } from '@playwright/test';
import { energyInHalfASecond, findSession, join, watchLinks } from './calls.ts';
import { journey } from './journey.ts';

journey.use({ serverSettings: { DEMO_DATA: 'on' }, permissions: ['microphone'] });

const waiting = 'Waiting for';
const wish = 'You would like 5 minutes more.';

journey('the demo partner joins a session, plays sound and agrees to an extension', async ({ page }) => {
  journey.slow();
  await watchLinks(page);
  await watchTexts(page, [waiting, wish]);
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
  await expect(panel).toContainText(`You are talking with ${name}.`);
  expect(await seenTexts(page)).toEqual([waiting]);
  // The slot's owner opens its connection first, so the page's last one belongs to the visitor.
  await expect.poll(() => energyInHalfASecond(page)).toBeGreaterThan(0);
  await panel.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: '5 minutes more' }).click();
  await expect.poll(() => seenTexts(page)).toEqual([waiting, wish]);
  await expect(panel).not.toContainText(wish);
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(panel).toContainText('You left the session.');
});

declare global {
  interface Window {
    seen: Set<string>;
  }
}

/** Records which of the texts the page has shown, however briefly: a busy machine looks too late for those of a second or two. */
async function watchTexts(page: Page, texts: string[]): Promise<void> {
  await page.addInitScript((watched) => {
    window.seen = new Set();
    new MutationObserver(() => {
      const shown = document.body?.textContent ?? '';
      for (const text of watched) if (shown.includes(text)) window.seen.add(text);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  }, texts);
}

const seenTexts = (page: Page) => page.evaluate(() => [...window.seen]);
