import { expect } from '@playwright/test';
import { journey } from './journey.ts';
import { expectNothingSideways } from './layout.ts';

journey('the bare address leads a visitor to the search', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL('/dashboard');
});

journey('an unknown address shows the landing page', async ({ page }) => {
  await page.goto('/features');
  const headline = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  expect(headline).not.toBe('');
  await page.goto('/no/such/place');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(headline);
});

journey('a visitor is offered Features and Sign Up, and the logo leads home', async ({ page }) => {
  await page.goto('/dashboard');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link')).toHaveText(['Features', 'Sign Up']);
  await navigation.getByRole('link', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL('/login');
  await navigation.getByRole('link', { name: 'Features' }).click();
  await expect(page).toHaveURL('/features');
  await page.getByRole('banner').getByRole('link', { name: 'Parlance' }).click();
  await expect(page).toHaveURL('/dashboard');
});

journey('the app loads the static data from the real server', async ({ page }) => {
  const answer = page.waitForResponse('**/v1/data');
  await page.goto('/dashboard');
  await page.mouse.move(100, 100);
  const response = await answer;
  expect(response.status()).toBe(200);
  expect(await response.json()).toMatchObject({
    languages: expect.arrayContaining([expect.objectContaining({ code: 'en' })]),
    interests: expect.arrayContaining([expect.objectContaining({ name: 'Basic Phrases' })]),
  });
});

journey('the landing page is accessible, light and dark', async ({ page, expectAccessibleInBothSchemes }) => {
  await page.goto('/features');
  await expectAccessibleInBothSchemes();
});

journey.describe('on a phone', () => {
  journey.use({ viewport: { width: 360, height: 740 } });

  journey('the menu fills the screen and locks scrolling until it is closed', async ({ page }) => {
    await page.goto('/features');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await expect(menu.getByRole('link')).toHaveText(['Features', 'Sign Up']);
    await expect(page.locator('body')).toHaveCSS('overflow', 'hidden');
    await page.getByRole('button', { name: 'Close menu' }).click();
    await expect(menu).toBeHidden();
    await expect(page.locator('body')).not.toHaveCSS('overflow', 'hidden');
  });

  journey('nothing scrolls sideways', async ({ page }) => {
    await page.goto('/features');
    await expectNothingSideways(page);
  });
});

journey.describe('without JavaScript', () => {
  journey.use({ javaScriptEnabled: false });

  journey(
    'the landing page reads: headline, three features, three testimonials, footer',
    async ({ page }) => {
      await page.goto('/features');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('heading', { level: 3 })).toHaveCount(3);
      await expect(page.getByRole('blockquote')).toHaveCount(3);
      await expect(page.getByRole('contentinfo')).toContainText(/© \d{4} Parlance/);
      await expect(page.getByRole('contentinfo')).toContainText('All rights reserved');
    },
  );
});
