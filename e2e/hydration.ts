import { expect, type Page } from '@playwright/test';

/** Triggers the app with user input and waits for hydration. Input before the page listens has no effect, so it is repeated. */
export async function untilHydrated(page: Page): Promise<void> {
  await expect(async () => {
    await page.mouse.move(1, 1);
    await page.mouse.move(3, 3);
    const isHydrated = await page.evaluate(() => {
      const main = document.querySelector('main');
      return main !== null && Object.keys(main).some((key) => key.startsWith('__reactFiber'));
    });
    expect(isHydrated).toBe(true);
  }).toPass({ timeout: 60_000 });
}

/** Delays the scripts of the app until the test releases them. */
export async function holdApp(page: Page): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return async () => {
    resolve();
    await page.mouse.move(1, 1);
    await page.mouse.move(3, 3);
  };
}

/** Records the page, script and API requests of a page from now on. */
export function watchRequests(page: Page): () => string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!/\.(?:js|css|woff2|svg|png|jpg|webmanifest)$/.test(pathname)) asked.push(pathname);
  });
  return () => asked;
}
