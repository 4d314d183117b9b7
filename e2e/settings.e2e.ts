import { expect } from '@playwright/test';
import { journey } from './journey.ts';
import { expectNothingSideways } from './layout.ts';
import { createMember, signIn } from './people.ts';

journey(
  'an anchor leads to its section, which stays where it was found while others load, and the list of groups marks the one that is being read',
  async ({ page, server }) => {
    await signIn(page, await createMember(server), '/settings#interests');
    const interests = page.getByRole('heading', { level: 3, name: 'Interests' });
    await expect(interests).toBeInViewport();
    await page.goto('/settings#account');
    await expect(page.getByRole('heading', { level: 2, name: 'Account' })).toBeInViewport();
    await page.goBack();
    await expect(interests).toBeInViewport();

    let answer = () => {};
    const isAsked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/v1/session', async (route) => {
      await isAsked;
      await route.continue();
    });
    await page.goto('/profile');
    await page.goto('/settings#availability');
    const availability = page.getByRole('heading', { level: 2, name: 'Availability' });
    const top = async () => Math.round((await availability.boundingBox())?.y ?? 0);
    await expect(availability).toBeInViewport();
    const found = await top();
    answer();
    await expect(page.getByText('This device', { exact: true })).toBeAttached();
    await expect.poll(top).toBe(found);

    await page.goto('/profile');
    await page.goto('/settings');
    await expect(page.getByText('This device', { exact: true })).toBeVisible();
    const contents = page.getByRole('navigation', { name: 'Settings' });
    const marked = contents.locator('[aria-current="location"]');
    await expect(marked).toHaveText(['Account']);
    await page.mouse.move(700, 400);
    // Repeated: sections that load meanwhile make the page longer.
    await expect(async () => {
      await page.mouse.wheel(0, 100_000);
      await expect(marked).toHaveText(['Interface'], { timeout: 1000 });
    }).toPass();
    await page.mouse.wheel(0, -100_000);
    await expect(marked).toHaveText(['Account']);
  },
);

journey(
  'a group has an address of its own, what was typed into another is still there, and found settings are accessible',
  async ({ page, server, expectAccessible }) => {
    await signIn(page, await createMember(server));
    await page.getByRole('banner').getByRole('link', { name: 'Settings' }).click();
    await expect(page).toHaveURL('/settings');
    await page.getByLabel('Name', { exact: true }).fill('Ana Belén');
    const contents = page.getByRole('navigation', { name: 'Settings' });
    await contents.getByRole('link', { name: 'Privacy' }).click();
    await expect(page).toHaveURL('/settings/privacy');
    await expect(page).toHaveTitle(/^Privacy/);
    const sections = page.getByRole('main').getByRole('heading', { level: 2 });
    await expect(sections).toHaveText(['Privacy']);
    await expect(contents.locator('[aria-current="page"]')).toHaveText(['Privacy']);
    await expectAccessible();
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNothingSideways(page, '/settings/privacy');
    await contents.getByRole('link', { name: 'All settings' }).click();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ana Belén');
    await page.getByRole('searchbox', { name: 'Search settings' }).fill('lást SEEN');
    await expect(page.getByRole('link', { name: /^Show others when I am active/ })).toBeVisible();
    await expectAccessible();
    await page.goto('/settings/nothing');
    await expect(page).toHaveURL('/settings');
  },
);
