import { wordsOf } from '@parlance/words/server';
import { expect, type Page } from '@playwright/test';
import { untilHydrated } from './hydration.ts';
import { choose } from './in-language.ts';
import { journey } from './journey.ts';
import { keepApp } from './kept-app.ts';
import { createMember, type Person, signIn } from './people.ts';
import type { ServerProcess } from './server-process.ts';

// Needs a build with pseudo-localised English, as `npm test` makes it: PSEUDO_LOCALES=on npm run build.
journey.use({ serverSettings: { PSEUDO_LOCALES: 'on' } });
// One worker: each would start a server with these settings.
journey.describe.configure({ mode: 'default' });

const pseudoLocale = 'en-XA';
const mirrored = 'ar-XB';
const { t } = wordsOf(pseudoLocale);

journey.describe('a page in another language', () => {
  journey(
    'asks for its words once, English for none, and names a manifest in its language',
    async ({ page }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.goto('/login');
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/\[/);
      expect(asked.filter((path) => path.includes('/words-'))).toEqual([]);
      await choose(page, pseudoLocale);
      await page.goto('/login');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\[/);
      expect(asked.filter((path) => path.includes('/words-'))).toEqual([
        expect.stringMatching(/^\/assets\/words-en-XA-/),
      ]);

      await choose(page, mirrored);
      await page.goto('/features');
      const address = await page.locator('link[rel="manifest"]').getAttribute('href');
      const answer = await page.request.get(String(address));
      expect(answer.headers()['content-type']).toContain('application/manifest+json');
      const { lang, dir, id, shortcuts } = await answer.json();
      expect([lang, dir, id]).toEqual([mirrored, 'rtl', '/']);
      expect(shortcuts[0].name).toMatch(/^\[.*\]$/);
    },
  );

  journey('has the words of what is loaded on use before it is shown', async ({ page, server }) => {
    const ben = await createMember(server, 'Ben');
    const member = await createUndecided(server);
    // The code loads long before its texts.
    await page.route(/words-en-XA-/, async (route) => {
      await new Promise((later) => setTimeout(later, 700));
      await route.continue();
    });
    await page.addInitScript(watchEnglish);
    await signIn(page, member);
    await choose(page, pseudoLocale);
    await page.goto('/dashboard');
    const seen = () => page.evaluate(() => (window as unknown as { english: string[] }).english);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\[/);
    await page.locator('header nav:not([popover]) a[href="/appointments"]').click();
    await expect(page.locator('h1', { hasText: t('Upcoming Chats') })).toBeVisible();
    await page.goto(`/chat/${ben.userId}`);
    await page
      .getByRole('button', { name: t('More') })
      .first()
      .click();
    await expect(page.getByRole('menuitem').first()).toHaveText(/^\[/);
    expect(await seen()).toEqual([]);
    await page.goto('/settings');
    await expect(page.locator('h1', { hasText: t('Settings') })).toBeVisible();
    expect(await seen()).toEqual([]);
  });
});

journey.describe('the switch in the footer, without JavaScript', () => {
  journey.use({ javaScriptEnabled: false });

  journey('leads back to the same search in the other language', async ({ page }) => {
    await choose(page, pseudoLocale);
    await page.goto('/dashboard?type=natives&lang=en-XA');
    const list = page.getByRole('contentinfo').getByRole('combobox');
    await expect(list.getByRole('option')).toHaveText([pseudoLocale, /^English$/, ...Array(9).fill(/./)]);
    await expect(list).toHaveValue(pseudoLocale);
    await list.selectOption('English');
    await page.getByRole('contentinfo').getByRole('button').click();
    await expect(page).toHaveURL('/dashboard?type=natives');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(list).toHaveValue('en');
    await expect(list.getByRole('option')).toHaveCount(10);
  });
});

journey(
  'what is chosen in the footer while a part of the app is on its way stays chosen',
  async ({ page }) => {
    for (const script of ['entry.client', 'login']) {
      const held = Promise.withResolvers<void>();
      const asked = page.waitForRequest(`**/assets/${script}-*.js`);
      await page.route(`**/assets/${script}-*.js`, async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.goto('/login', { waitUntil: 'commit' });
      await asked;
      if (script === 'login') await untilHydrated(page);
      const list = page.getByRole('contentinfo').getByRole('combobox');
      await list.selectOption('Deutsch');
      held.resolve();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(list).toHaveValue('de');
    }
  },
);

journey(
  'a member chooses a language once, in the settings or by the switch, and every browser follows',
  async ({ page, server }) => {
    const member = await createUndecided(server);
    await signIn(page, member);
    await choose(page, pseudoLocale);
    await page.goto('/settings#interface');
    const html = page.locator('html');
    await expect(html).toHaveAttribute('lang', pseudoLocale);
    const section = page.locator('#interface');
    await section.getByRole('combobox').selectOption('English');
    await section.getByRole('button').click();
    await expect(html).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');

    await choose(page, pseudoLocale);
    let pages = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) pages += 1;
    });
    await page.goto('/appointments');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upcoming Chats');
    await expect(html).toHaveAttribute('lang', 'en');
    expect(pages).toBe(2);

    // The switch in the footer stores the choice, too.
    await member.client.calls.updateUser({ locale: null });
    await choose(page, pseudoLocale);
    await page.goto('/appointments');
    await expect(html).toHaveAttribute('lang', pseudoLocale);
    // The screen renders once the session is resolved.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const footer = page.getByRole('contentinfo');
    await footer.getByRole('combobox').selectOption('English');
    const stored = page.waitForRequest('**/v1/user/update');
    await footer.getByRole('button').click();
    expect((await stored).postDataJSON()).toEqual({ locale: 'en' });
    await expect(page).toHaveURL('/appointments');
    await expect(html).toHaveAttribute('lang', 'en');
  },
);

journey.describe('without a connection', () => {
  journey.use({ serviceWorkers: 'allow' });

  journey('the app opens in the language that was chosen last', async ({ page, context, faults }) => {
    faults.expect(/ERR_INTERNET_DISCONNECTED/);
    await choose(page, pseudoLocale);
    await page.goto('/login');
    await untilHydrated(page);
    await keepApp(page);
    await page.reload();
    expect(await keptLanguage(page)).toBe(pseudoLocale);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\[/);
    await context.setOffline(false);
    await page.reload();
    // The footer of the loading frame is replaced with the frame; a press that begins in the one and ends in the other is no click.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('contentinfo').getByRole('combobox').selectOption('English');
    await page.getByRole('contentinfo').getByRole('button').click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect.poll(() => keptLanguage(page)).toBe('en');
  });
});

/** Records every plain English text on a pseudo-localised page, however briefly shown. */
function watchEnglish() {
  const english: string[] = [];
  Object.assign(window, { english });
  const read = () => {
    const shown = [...document.querySelectorAll('h1, h2, [role="menuitem"]')].map(
      ({ textContent }) => textContent,
    );
    english.push(...shown.filter((text) => text && !text.startsWith('[') && text !== 'Ben'));
  };
  new MutationObserver(read).observe(document, { childList: true, subtree: true, characterData: true });
}

/** A new account takes over the language of the page it was created on. */
async function createUndecided(server: ServerProcess): Promise<Person> {
  const member = await createMember(server);
  await member.client.calls.updateUser({ locale: null });
  return member;
}

/** The language of the page that the service worker serves offline. */
function keptLanguage(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => {
    const kept = await caches.match('/', { ignoreVary: true });
    return /<html lang="([\w-]+)"/.exec((await kept?.text()) ?? '')?.[1];
  });
}
