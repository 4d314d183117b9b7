import { expect, type Page } from '@playwright/test';
import { createPeople } from './community.ts';
import { holdApp, untilHydrated, watchRequests } from './hydration.ts';
import { journey } from './journey.ts';

// Entry pages are rendered on the server and hydrated.

const isAnswer = (path: string) => path.startsWith('/v1/');
const languageField = (page: Page) => page.getByRole('combobox', { name: 'Language', exact: true });

journey(
  'the search is readable before any script runs, and hydrates without a shift',
  async ({ page, server }) => {
    const [ida] = await createPeople(server, [{ name: 'Ida', speaks: ['da'], learns: { kn: 0.4 } }]);
    const asked = watchRequests(page);
    const letAppCome = await holdApp(page);
    await page.goto('/dashboard?languageCode=kn&type=learners', { waitUntil: 'commit' });
    const card = page.getByRole('heading', { name: 'Ida' });
    await expect(card).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
      'Features',
      'Sign Up',
    ]);
    const heightOfMain = () => page.getByRole('main').evaluate((main) => main.getBoundingClientRect().height);
    const heightBefore = await heightOfMain();
    const before = await card.elementHandle();

    await letAppCome();
    await expect(page.getByPlaceholder('All Languages')).toHaveValue('Kannada');
    expect(await card.evaluate((now, then) => now === then, before)).toBe(true);
    expect(await heightOfMain()).toBe(heightBefore);
    await expect.poll(asked).toContain('/v1/data');
    await page.getByRole('link', { name: 'View Profile' }).click();
    await expect(page).toHaveURL(`/profile/${ida?.userId}`);
    await expect(page).toHaveTitle('Ida · Parlance');
    await expect(page.getByText('No availability has been set up')).toBeVisible();
    await page.goBack();
    await expect(card).toBeVisible();
    // The results are part of the page, and the router does not fetch them again.
    expect(asked()).not.toContain('/v1/user/search');
    expect(asked().filter((path) => path.endsWith('.data') || path.startsWith('/__'))).toEqual([]);
  },
);

journey('loads no app script before the first interaction', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) scripts.push(request.url());
  });
  for (const path of ['/features', '/dashboard']) {
    // An overloaded server sends the page without content, which starts the app at once; a rendered page is cached.
    await expect.poll(async () => (await page.request.get(path)).text()).toContain('data-rel=');
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(scripts).toEqual([]);
    const started = await page.evaluate(() => {
      document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
      return document.querySelectorAll('head > script[type=module]').length;
    });
    expect(started, 'a move without movement').toBe(0);
  }
  await untilHydrated(page);
  expect(scripts.length).toBeGreaterThan(8);
});

journey(
  'before hydration screen readers find the form, and a search, a link and the switch of the language work',
  async ({ page, server }) => {
    const [ida] = await createPeople(server, [{ name: 'Ida', speaks: ['da'], learns: { sk: 0.4 } }]);
    await holdApp(page);
    await page.goto('/dashboard?advanced=true', { waitUntil: 'commit' });
    await expect(page.getByRole('search')).toMatchAriaSnapshot(`
      - search:
        - text: Language
        - combobox "Language"
        - text: I'm looking for
        - combobox "I'm looking for"
        - text: Name
        - searchbox "Name"
        - text: Min Proficiency
        - combobox "Min Proficiency"
        - text: Max Proficiency
        - combobox "Max Proficiency"
        - button "Search"
        - button "Simple Search" [expanded]
    `);
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await languageField(page).selectOption('Slovak');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL('/dashboard?languageCode=sk&type=learners');
    await page.getByRole('link', { name: 'View Profile', description: 'Ida' }).click();
    await expect(page).toHaveURL(`/profile/${ida?.userId}`);
    await expect(page.getByRole('heading', { name: 'Ida', level: 1 })).toBeVisible();
    await page.goto('/features', { waitUntil: 'commit' });
    await page.getByLabel('Language of the interface').selectOption('Español');
    await page.getByRole('button', { name: 'Change' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  },
);

journey(
  'what was chosen and typed before hydration stays, and so does the focus, also on a list',
  async ({ page }) => {
    const letAppCome = await holdApp(page);
    await page.goto('/dashboard?advanced=true', { waitUntil: 'commit' });
    await languageField(page).selectOption('Irish');
    await page.getByLabel("I'm looking for").selectOption('Native speakers');
    await page.getByLabel('Min Proficiency').selectOption('Fluent');
    await page.getByLabel('Name').pressSequentially('Ida');
    const place = () => page.getByLabel('Name').boundingBox();
    const before = await place();
    await letAppCome();
    await expect(page.getByPlaceholder('All Languages')).toHaveValue('Irish');
    await expect(page.getByLabel('Name')).toBeFocused();
    await page.keyboard.type(' B');
    await expect(page.getByLabel('Name')).toHaveValue('Ida B');
    await expect(page.getByLabel("I'm looking for")).toHaveValue('natives');
    await expect(page.getByLabel('Min Proficiency')).toHaveValue('0.7');
    expect(await place()).toEqual(before);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/languageCode=ga&type=natives.*query=Ida\+B&minProf=0.7/);

    // A focused list is replaced only after it loses the focus.
    await page.unrouteAll();
    const letAppComeAgain = await holdApp(page);
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await languageField(page).focus();
    await letAppComeAgain();
    await untilHydrated(page);
    await expect(languageField(page)).toBeFocused();
    await languageField(page).selectOption('Irish');
    await page.keyboard.press('Tab');
    await expect(page.getByPlaceholder('All Languages')).toHaveValue('Irish');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL(/languageCode=ga/);
  },
);

journey.describe('on a phone', () => {
  journey.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  journey('the menu opens before hydration, and the app takes it over as it is', async ({ page }) => {
    const letAppCome = await holdApp(page);
    await page.goto('/features', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Open menu' }).tap();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await expect(menu.getByRole('link')).toHaveText(['Features', 'Sign Up']);
    await expect(page.locator('body')).toHaveCSS('overflow', 'hidden');
    await letAppCome();
    await expect(page.locator('#main')).toHaveAttribute('inert');
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
    await expect(page.locator('#main')).not.toHaveAttribute('inert');
    await page.getByRole('button', { name: 'Open menu' }).tap();
    await page.getByRole('button', { name: 'Close menu' }).tap();
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).tap();
    await menu.getByRole('link', { name: 'Sign Up' }).tap();
    await expect(page).toHaveURL('/login');
    await expect(menu).toBeHidden();
    await expect(page.locator('#main')).not.toHaveAttribute('inert');
  });

  journey('a profile shows the person first and the times once it is hydrated', async ({ page, server }) => {
    const [ida] = await createPeople(server, [
      { name: 'Ida', description: 'Hello', speaks: ['da'], learns: { lt: 0.4 }, timeZone: 'Asia/Tokyo' },
    ]);
    const asked = watchRequests(page);
    const letAppCome = await holdApp(page);
    await page.goto(`/profile/${ida?.userId}`, { waitUntil: 'commit' });
    await expect(page).toHaveTitle('Ida · Parlance');
    const name = page.getByRole('heading', { name: 'Ida', level: 1 });
    await expect(name).toBeVisible();
    await expect(page.getByText(/^It is/)).toBeHidden();
    const placeOf = () => page.getByRole('heading', { name: 'Availability' }).boundingBox();
    const [before, placeBefore] = [await name.elementHandle(), await placeOf()];
    await letAppCome();
    await expect(page.getByText('No availability has been set up')).toBeVisible();
    await expect(page.getByText(/^It is .* for Ida · Japan Standard Time/)).toBeVisible();
    expect(await name.evaluate((now, then) => now === then, before)).toBe(true);
    expect(await placeOf()).toEqual(placeBefore);
    expect(asked().filter(isAnswer).sort()).toEqual(['/v1/data', `/v1/user/${ida?.userId}/schedule`]);
  });
});

journey('every tag of the head is there once, also after hydration', async ({ page, server }) => {
  const [ida] = await createPeople(server, [{ name: 'Ida', speaks: ['da'], learns: { lt: 0.4 } }]);
  for (const path of ['/features', '/dashboard', `/profile/${ida?.userId}?lang=es`]) {
    await page.goto(path);
    await untilHydrated(page);
    const tags = await page.evaluate(() =>
      [...document.head.querySelectorAll('title, meta, link:not([rel="modulepreload"])')].map((tag) => {
        const named = ['name', 'property', 'media', 'rel', 'hreflang', 'as', 'charset'];
        return [tag.localName, ...named.map((name) => tag.getAttribute(name) ?? '')].join(' ').trim();
      }),
    );
    const names = tags.filter((tag) => !/preload/.test(tag));
    expect(names.filter((tag, place) => names.indexOf(tag) !== place)).toEqual([]);
    const wanted = ['title', 'meta description', 'meta version', 'meta  og:title', 'link    canonical'];
    expect(wanted.filter((tag) => !names.includes(tag))).toEqual([]);
  }
});

journey('an unknown address shows not found without a request', async ({ page, faults }) => {
  faults.expect(/status of 404/);
  const asked = watchRequests(page);
  for (const id of ['nobody', '0197a8c0-0000-7000-8000-00000000abcd']) {
    const answer = await page.goto(`/profile/${id}`);
    expect(answer?.status()).toBe(404);
    await untilHydrated(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile not found.');
  }
  await expect.poll(asked).toContain('/v1/data');
  expect(asked().filter((path) => path.startsWith('/v1/user'))).toEqual([]);
});

journey.describe('without JavaScript', () => {
  journey.use({ javaScriptEnabled: false });

  journey(
    'the landing page, search and profile read, and people are found by language, kind and name',
    async ({ page, server }) => {
      await page.goto('/features');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('heading', { level: 3 })).toHaveCount(3);
      await expect(page.getByRole('blockquote')).toHaveCount(3);
      await expect(page.getByRole('contentinfo')).toContainText(/© \d{4} Parlance/);
      await expect(page.getByRole('contentinfo')).toContainText('All rights reserved');

      await createPeople(server, [
        { name: 'Ida', speaks: ['da'], learns: { sv: 0.4 } },
        { name: 'Jon', speaks: ['sv'], learns: { da: 0.4 } },
      ]);
      const found = page.getByRole('heading', { level: 3 });
      await page.goto('/dashboard');
      await languageField(page).selectOption('Swedish');
      await page.getByLabel("I'm looking for").selectOption('Native speakers');
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await expect(page).toHaveURL('/dashboard?languageCode=sv&type=natives');
      await expect(found.first()).toHaveText('Jon');
      await page.getByRole('button', { name: 'Advanced Search Options' }).click();
      await page.getByLabel("I'm looking for").selectOption('Other learners');
      await page.getByLabel('Name').fill('da');
      await page.getByLabel('Name').press('Enter');
      await expect(page.getByLabel('Name')).toHaveValue('da');
      await expect(found.first()).toHaveText('Ida');
      await expect(page.getByRole('heading', { name: 'Jon' })).toHaveCount(0);
      await page.getByRole('button', { name: 'Simple Search' }).click();
      await expect(page.getByLabel('Name')).toHaveCount(0);
      await expect(page.getByRole('heading', { name: 'People learning Swedish' })).toBeVisible();

      // Members of other journeys may learn the same language.
      await page.getByRole('link', { name: 'View Profile', description: 'Ida' }).first().click();
      await expect(page.getByRole('heading', { name: 'Ida', level: 1 })).toBeVisible();
      await expect(page.getByText('Danish')).toBeVisible();
    },
  );
});
