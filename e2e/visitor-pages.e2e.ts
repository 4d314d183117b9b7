import { expect, type Page } from '@playwright/test';
import { createPeople } from './community.ts';
import { journey } from './journey.ts';
import { createMember, signIn } from './people.ts';

// What visitors enter by is written by the server and waits with the app for a sign of life.

/** The scripts and answers that a page asks for, from now on. */
function watchRequests(page: Page): () => string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js') || pathname.startsWith('/v1/')) asked.push(pathname);
  });
  return () => asked;
}

const written = (page: Page) => page.locator('[data-written]');

journey('a search reads at once, and the app takes it over where it stands', async ({ page, server }) => {
  const [ida] = await createPeople(server, [{ name: 'Ida', speaks: ['da'], learns: { kn: 0.4 } }]);
  const asked = watchRequests(page);
  await page.goto('/dashboard?languageCode=kn&type=learners', { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { name: 'Ida' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Features',
    'Sign Up',
  ]);
  expect(asked()).toEqual([]);
  const heightOfMain = () => page.getByRole('main').evaluate((main) => main.getBoundingClientRect().height);
  const heightBefore = await heightOfMain();

  await page.mouse.move(200, 200);
  await expect(written(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Ida' })).toBeVisible();
  expect(await heightOfMain()).toBe(heightBefore);
  // The page brought the answer along.
  expect(asked()).toContain('/v1/data');
  expect(asked()).not.toContain('/v1/user/search');
  await page.getByRole('link', { name: 'View Profile' }).click();
  await expect(page).toHaveURL(`/profile/${ida?.userId}`);
  await expect(page).toHaveTitle('Ida · Parlance');
});

journey('a link that is followed before the app is there leads on', async ({ page, server }) => {
  const [ida] = await createPeople(server, [{ name: 'Ida', speaks: ['da'], learns: { lv: 0.4 } }]);
  await page.goto('/dashboard?languageCode=lv&type=learners');
  await page.keyboard.press('Tab');
  await page.getByRole('link', { name: 'View Profile' }).focus();
  await expect(written(page)).toHaveCount(0);
  // The app put the same card in its place; the focus is still on it.
  await expect(page.getByRole('link', { name: 'View Profile' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/profile/${ida?.userId}`);
});

/** Holds the app back until the test lets it come. */
async function holdApp(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

journey('the form is there for screen readers before the app is', async ({ page }) => {
  const asked = watchRequests(page);
  await page.goto('/dashboard?advanced=true', { waitUntil: 'networkidle' });
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
  expect(asked()).toEqual([]);
});

journey(
  'what was chosen and typed before the app came is still there, and so is the focus',
  async ({ page }) => {
    const letAppCome = await holdApp(page);
    await page.goto('/dashboard?advanced=true');
    await written(page).getByRole('combobox', { name: 'Language', exact: true }).selectOption('Irish');
    await written(page).getByLabel("I'm looking for").selectOption('Native speakers');
    await written(page).getByLabel('Min Proficiency').selectOption('Fluent');
    await written(page).getByLabel('Name').pressSequentially('Ida');
    const place = () => page.getByLabel('Name').boundingBox();
    const before = await place();
    letAppCome();
    await expect(written(page)).toHaveCount(0);
    await expect(page.getByLabel('Name')).toBeFocused();
    await page.keyboard.type(' B');
    await expect(page.getByLabel('Name')).toHaveValue('Ida B');
    await expect(page.getByPlaceholder('All Languages')).toHaveValue('Irish');
    await expect(page.getByLabel("I'm looking for")).toHaveValue('natives');
    await expect(page.getByLabel('Min Proficiency')).toHaveValue('0.7');
    expect(await place()).toEqual(before);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/languageCode=ga&type=natives.*query=Ida\+B&minProf=0.7/);
  },
);

journey('a list that is pressed before the app is there opens once it is', async ({ page }) => {
  const letAppCome = await holdApp(page);
  await page.goto('/dashboard');
  const list = page.getByLabel("I'm looking for");
  await list.click();
  letAppCome();
  await expect(written(page)).toHaveCount(0);
  await expect(list).toBeFocused();
  await expect.poll(() => list.evaluate((select) => select.matches(':open'))).toBe(true);
});

journey(
  'a search that is pressed before the app is there is answered by the server',
  async ({ page, server }) => {
    await createPeople(server, [{ name: 'Ida', speaks: ['da'], learns: { sk: 0.4 } }]);
    await holdApp(page);
    await page.goto('/dashboard');
    await page.getByRole('combobox', { name: 'Language', exact: true }).selectOption('Slovak');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL('/dashboard?languageCode=sk&type=learners');
    await expect(page.getByRole('heading', { name: 'Ida' })).toBeVisible();
  },
);

journey.describe('with a finger', () => {
  journey.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  journey('a field that is pressed before the app is there opens once it is', async ({ page }) => {
    await page.goto('/dashboard');
    const field = await written(page).getByRole('combobox', { name: 'Language', exact: true }).boundingBox();
    await page.touchscreen.tap((field?.x ?? 0) + 40, (field?.y ?? 0) + 20);
    await expect(page.getByRole('option', { name: 'Irish' })).toBeVisible();
  });

  journey('a profile shows the person first and the times once they are wanted', async ({ page, server }) => {
    const words = 'Likes long walks. '.repeat(20);
    const [ida] = await createPeople(server, [
      { name: 'Ida', description: words, speaks: ['da'], learns: { lt: 0.4 }, timeZone: 'Asia/Tokyo' },
    ]);
    const asked = watchRequests(page);
    await page.goto(`/profile/${ida?.userId}`, { waitUntil: 'networkidle' });
    await expect(page).toHaveTitle('Ida · Parlance');
    await expect(page.getByRole('heading', { name: 'Ida', level: 1 })).toBeVisible();
    await expect(page.getByText(/^It is/)).toBeHidden();
    expect(asked()).toEqual([]);
    await page.getByRole('heading', { name: 'Availability' }).scrollIntoViewIfNeeded();
    await expect(page.getByText('No availability has been set up')).toBeVisible();
    await expect(page.getByText(/^It is .* for Ida · Japan Standard Time/)).toBeVisible();
    await expect(page).toHaveTitle('Ida · Parlance');
    expect(await page.locator('head title').count()).toBe(1);
  });
});

journey('a member never sees what was written for visitors', async ({ page, server }) => {
  const ana = await createMember(server, 'Ana');
  await signIn(page, ana);
  await page.addInitScript(() => {
    // Looks at every frame until the app is there.
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const look = () => {
      for (const link of document.querySelectorAll('header nav a')) {
        if (getComputedStyle(link).visibility === 'visible') seen.add(link.textContent ?? '');
      }
      const card = document.querySelector('[data-written] li');
      if (card?.checkVisibility()) seen.add('a card for visitors');
      requestAnimationFrame(look);
    };
    look();
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: 'Upcoming Chats' })).toBeVisible();
  const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
  expect(seen).not.toContain('Sign Up');
  expect(seen).not.toContain('a card for visitors');
});

journey.describe('without JavaScript', () => {
  journey.use({ javaScriptEnabled: false });

  journey('search and profile read', async ({ page, server }) => {
    await createPeople(server, [{ name: 'Ida', speaks: ['da'], learns: { et: 0.4 } }]);
    await page.goto('/dashboard?languageCode=et&type=learners');
    await page.getByRole('link', { name: 'View Profile' }).click();
    await expect(page.getByRole('heading', { name: 'Ida', level: 1 })).toBeVisible();
    await expect(page.getByText('Danish')).toBeVisible();
  });

  journey('people are found by language, kind and name', async ({ page, server }) => {
    await createPeople(server, [
      { name: 'Ida', speaks: ['da'], learns: { sv: 0.4 } },
      { name: 'Jon', speaks: ['sv'], learns: { da: 0.4 } },
    ]);
    const found = page.getByRole('heading', { level: 3 });
    await page.goto('/dashboard');
    await page.getByRole('combobox', { name: 'Language', exact: true }).selectOption('Swedish');
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
  });
});
