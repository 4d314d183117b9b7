import { wordsOf } from '@parlance/words/server';
import { word } from '@parlance/words/word';
import { expect, type Page, type Route } from '@playwright/test';
import { journey as base } from './admins.ts';
import { sendByApi, whenConnected } from './conversations.ts';
import { openAllScreens, throughAllScreens } from './every-screen.ts';
import { choose, forgottenOn, openIn } from './in-language.ts';
import { createMember, signIn } from './people.ts';
import { book, hoursAfter, mondayAhead, publish } from './schedule.ts';

// Needs a build with pseudo-localised English, as `npm test` makes it: PSEUDO_LOCALES=on npm run build.
const journey = base.extend({
  serverSettings: { PSEUDO_LOCALES: 'on', ADMIN_EMAILS: 'admin@example.org' },
});
// One worker: each would start a server with these settings.
journey.describe.configure({ mode: 'default' });
const pseudoLocale = 'en-XA';
const { t } = wordsOf(pseudoLocale);
// Names and texts of the members in these journeys.
const written = [
  'Ana',
  'Ben',
  'Ada',
  'Hello',
  'Hola',
  'How are you',
  'likes long walks and short words',
  'rude',
  'ana example org',
  'Aiko Mateo Inês Tomasz Ingrid Samir',
];

/** Checks one state after another and reports untranslated English in each at the end. */
function createLook(page: Page) {
  const forgotten: string[] = [];
  return {
    async at(state: string) {
      const words = await forgottenOn(page, written);
      if (words.length > 0) forgotten.push(`${state}: ${words.join(' ')}`);
    },
    forgotten,
  };
}

journey(
  'the pseudo-locale leaves no untranslated text on any screen',
  async ({ page, server, browser, faults }) => {
    journey.setTimeout(300_000);
    faults.allow(/status of 40\d/);
    const forgotten: string[] = [];
    const look = async (tab: Page, paths: readonly string[]) => {
      const seen = createLook(tab);
      for (const path of paths) {
        await openIn(tab, pseudoLocale, path);
        await seen.at(path);
      }
      forgotten.push(...seen.forgotten);
    };
    await throughAllScreens(await openAllScreens(server, browser), page, pseudoLocale, look);
    expect(forgotten).toEqual([]);
  },
);

journey(
  'the pseudo-locale leaves no untranslated text in dialogs, empty states, errors and notices',
  async ({ page, server, faults }) => {
    journey.setTimeout(300_000);
    faults.allow(/status of [45]\d\d|request: .*v1\/data|ERR_FAILED|broken|reloading page|again and again/);
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    const look = createLook(page);
    await choose(page, pseudoLocale);
    const connected = whenConnected(page);
    await signIn(page, ana);

    for (const path of [
      '/chats',
      '/appointments',
      '/profile',
      `/profile/${ben.userId}`,
      '/dashboard?query=zzz',
    ]) {
      await openIn(page, pseudoLocale, path);
      await look.at(`${path} with nothing in it`);
    }
    await openIn(page, pseudoLocale, '/dashboard');
    await page.getByPlaceholder(t('All Languages')).click();
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
    // The library labels its hidden buttons in English until the list has opened.
    await expect(page.locator('span[role="button"]').first()).toHaveAccessibleName(t('Close'));
    await look.at('the list of languages');
    await page.keyboard.press('Escape');
    await connected;
    await expect(page.locator('[data-sonner-toaster], [aria-live]').first()).toBeAttached();
    await sendByApi(ben, ana, ['Hello']);
    await expect(page.getByRole('article').first()).toBeVisible();
    await look.at('a popup');

    await page.route('**/v1/user/search*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/dashboard?type=natives');
    await page.mouse.move(5, 5);
    await expect(page.getByRole('alert').first()).toBeVisible();
    await look.at('a search that fails');
    await page.route('**/v1/user/schedule/appointments?*', (route) =>
      route.fulfill({ status: 500, body: '' }),
    );
    await page.goto('/appointments');
    await expect(page.getByRole('button', { name: t('Try again') }).first()).toBeVisible();
    await look.at('sessions that cannot be read');
    await page.unroute('**/v1/user/schedule/appointments?*');

    await book(ana, await publish(ben, hoursAfter(mondayAhead(), 12)));
    await openIn(page, pseudoLocale, '/appointments');
    await page.getByRole('button', { name: t(word('Cancel', 'a session')), exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look.at('the question before a session is cancelled');
    await page.getByRole('button', { name: t('Cancel appointment') }).click();
    await expect(
      page.getByText(t('Cancelled. We are telling {name}.', { name: 'Ben' })).first(),
    ).toBeVisible();
    await look.at('a session that was cancelled');

    await openIn(page, pseudoLocale, `/chat/${ben.userId}`);
    await page
      .getByRole('button', { name: t('More') })
      .first()
      .click();
    await page.getByRole('menuitem', { name: t('Report the last message') }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look.at('the report of a message');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('Emoji and pictures') }).click();
    await look.at('the list of emoji');
    await page.keyboard.press('Escape');

    await openIn(page, pseudoLocale, '/settings');
    for (const button of await page.locator('main button[aria-haspopup="dialog"]').all()) {
      if (!(await button.isVisible())) continue;
      await button.click();
      await look.at('a dialog of the settings');
      await page.keyboard.press('Escape');
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: t('Open menu') }).click();
    await look.at('the menu');

    await page.route('**/v1/data*', (route) => route.abort());
    await page.goto('/appointments');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await look.at('a start without a connection');
    await page.unroute('**/v1/data*');
    const script = (body: string) => (route: Route) =>
      route.fulfill({ contentType: 'text/javascript', body });
    const broken =
      'export const clientLoader = () => null; export default () => { throw new Error("broken") }';
    await page.route('**/assets/settings-*.js', script(broken));
    await page.goto('/settings');
    await expect(page.getByRole('heading', { level: 1, name: t('Application Error!') })).toBeVisible();
    await look.at('a screen that is broken');
    await page.route('**/assets/settings-*.js', script('throw new Error("broken")'));
    await page.goto('/settings');
    await expect(page.getByText(t('A part of this page could not be loaded.'))).toBeVisible();
    await look.at('a screen that cannot be loaded');
    expect(look.forgotten).toEqual([]);
  },
);
