import { expect, type Page } from '@playwright/test';

/** Uses the page until the app is kept: the first sign of life that it notices starts that. */
export async function keepApp(page: Page): Promise<void> {
  let moves = 0;
  await expect
    .poll(async () => {
      moves += 1;
      await page.mouse.move(20, 20 + moves);
      return page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state);
    })
    .toBe('activated');
}
