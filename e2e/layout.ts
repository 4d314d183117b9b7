import { expect, type Page } from '@playwright/test';

/** The two views between which everything else lies. */
export const extremeViews = [
  { name: 'in the light on a desktop', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'in the dark on a small phone', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
] as const;

/** Fails when the page is wider than the window. */
export async function expectNothingSideways(page: Page, where?: string): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  // A window that has just changed its size is laid out anew first.
  await expect.poll(overflow, where).toBe(0);
}
