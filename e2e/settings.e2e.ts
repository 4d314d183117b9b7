import { expect } from '@playwright/test';
import { journey } from './journey.ts';
import { expectNothingSideways } from './layout.ts';
import { createMember, signIn } from './people.ts';

journey('an anchor leads to its section, also when the settings load with it', async ({ page, server }) => {
  await signIn(page, await createMember(server), '/settings#interests');
  const section = page.getByRole('heading', { level: 3, name: 'Interests' });
  await expect(section).toBeInViewport();
  await page.goto('/settings#account');
  await expect(page.getByRole('heading', { level: 2, name: 'Account' })).toBeInViewport();
  await page.goBack();
  await expect(section).toBeInViewport();
});

journey(
  'the section of the anchor stays where it was found while others above it still load',
  async ({ page, server }) => {
    await signIn(page, await createMember(server));
    let answer = () => {};
    const isAsked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/v1/session', async (route) => {
      await isAsked;
      await route.continue();
    });
    await page.goto('/settings#availability');
    const section = page.getByRole('heading', { level: 2, name: 'Availability' });
    const top = async () => Math.round((await section.boundingBox())?.y ?? 0);
    await expect(section).toBeInViewport();
    const found = await top();
    answer();
    await expect(page.getByText('This device', { exact: true })).toBeAttached();
    await expect.poll(top).toBe(found);
  },
);

journey(
  'the list of groups marks the one that is being read, however it was reached',
  async ({ page, server }) => {
    await signIn(page, await createMember(server));
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
  'a group has an address of its own, and what was typed into another is still there',
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
    await page.goto('/settings/nothing');
    await expect(page).toHaveURL('/settings');
  },
);

journey('a search in the settings leads to the option', async ({ page, server, expectAccessible }) => {
  await signIn(page, await createMember(server), '/settings');
  const sections = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(page.getByText('This device', { exact: true })).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search settings' });
  await search.fill('zebra crossing');
  await expect(page.getByText('No setting contains these words.')).toBeVisible();
  await expect(sections).toHaveCount(0);
  await search.fill('lást SEEN');
  await expectAccessible();
  await page.getByRole('link', { name: /^Show others when I am active/ }).click();
  await expect(page).toHaveURL('/settings/privacy#shows-activity');
  await expect(page.getByRole('checkbox', { name: /^Show others when I am active/ })).toBeFocused();
  await expect(sections).toHaveText(['Privacy']);
});

journey('a banner goes when the route changes', async ({ page, server }) => {
  await page.clock.install();
  await signIn(page, await createMember(server), '/settings');
  await expect(page.getByText('This device', { exact: true })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Download my data' }).click();
  const banner = page.getByText('Your data has been downloaded.');
  await expect(banner).toBeVisible();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Account' }).click();
  await expect(banner).toBeHidden();
});
