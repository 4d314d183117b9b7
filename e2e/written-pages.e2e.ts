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

journey.describe('with a finger', () => {
  journey.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  journey('a field that is pressed before the app is there opens once it is', async ({ page }) => {
    await page.goto('/dashboard');
    const field = await page.locator('[data-written] form input').boundingBox();
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
});
