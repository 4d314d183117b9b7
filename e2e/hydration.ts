import type { Page } from '@playwright/test';

/** Waits until React has taken over the page that the server rendered. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactFiber'));
  });
}

/** Holds the scripts of the app back until the test lets them come. */
export async function holdApp(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The pages, scripts and answers that a page asks for, from now on. */
export function watchRequests(page: Page): () => string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!/\.(?:js|css|woff2|svg|png|jpg|webmanifest)$/.test(pathname)) asked.push(pathname);
  });
  return () => asked;
}

/** Scripts that a browser without scripts refuses to preload. */
export const preloadsRefused = /\/assets\/[\w.-]+\.js csp/;
