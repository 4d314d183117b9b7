import { expect, type Page } from '@playwright/test';

/** Triggers the service worker with user input and waits until the app is cached. */
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
