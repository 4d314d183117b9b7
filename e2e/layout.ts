import { expect, type Page } from '@playwright/test';

/** The narrowest and the widest supported view. */
export const extremeViews = [
  { name: 'in the light on a desktop', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'in the dark on a small phone', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
] as const;

export async function expectNothingSideways(page: Page, where?: string): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  // Polls, because a resized window needs a new layout first.
  await expect.poll(overflow, where).toBe(0);
}
