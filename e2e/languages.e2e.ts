import { expect, type Page } from '@playwright/test';
import { journey } from './journey.ts';
import { expectNothingSideways } from './layout.ts';

// Needs a build with English in disguise, as `npm test` makes it: PSEUDO_LOCALES=on npm run build.
journey.use({ serverSettings: { PSEUDO_LOCALES: 'on' } });

const disguised = 'en-XA';
const mirrored = 'ar-XB';

async function choose(page: Page, locale: string): Promise<void> {
  const { origin } = new URL((await page.request.get('/features')).url());
  await page.context().addCookies([{ name: 'locale', value: locale, url: origin }]);
}

/** React has found its elements in the page. A difference between the two is an error of the page, which fails the journey. */
const isTakenOver = () =>
  Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactFiber'));

journey.describe('a page in another language', () => {
  for (const [locale, dir] of [
    [disguised, 'ltr'],
    [mirrored, 'rtl'],
  ] as const) {
    journey(`is taken over by the app as it was written, in ${locale}`, async ({ page }) => {
      await choose(page, locale);
      for (const path of ['/features', '/dashboard', '/login']) {
        await page.goto(path);
        await page.mouse.move(100, 100);
        await page.waitForFunction(isTakenOver);
        await expect(page.locator(`html[lang="${locale}"]`)).toHaveCSS('direction', dir);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\[.*~\]$/);
        await expect(page).toHaveTitle(/\[.*~\]/);
        await expectNothingSideways(page, path);
      }
    });
  }

  journey('asks for its words once, and English for none', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/\[/);
    expect(asked.filter((path) => path.includes('/words-'))).toEqual([]);
    await choose(page, disguised);
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\[/);
    expect(asked.filter((path) => path.includes('/words-'))).toEqual([
      expect.stringMatching(/^\/assets\/words-en-XA-/),
    ]);
  });

  journey('names a manifest in its language', async ({ page }) => {
    await choose(page, mirrored);
    await page.goto('/features');
    const address = await page.locator('link[rel="manifest"]').getAttribute('href');
    const answer = await page.request.get(String(address));
    expect(answer.headers()['content-type']).toContain('application/manifest+json');
    const { lang, dir, id, shortcuts } = await answer.json();
    expect([lang, dir, id]).toEqual([mirrored, 'rtl', '/']);
    expect(shortcuts[0].name).toMatch(/^\[.*\]$/);
  });
});
