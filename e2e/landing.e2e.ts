import { expect } from '@playwright/test';
import { journey } from './journey.ts';

journey(
  'the bare address leads a visitor to the search, an unknown one to the landing page, and the bar to both',
  async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL('/dashboard');
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await expect(navigation.getByRole('link')).toHaveText(['Features', 'Sign Up']);
    await navigation.getByRole('link', { name: 'Sign Up' }).click();
    await expect(page).toHaveURL('/login');
    await navigation.getByRole('link', { name: 'Features' }).click();
    await expect(page).toHaveURL('/features');
    const headline = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    expect(headline).not.toBe('');
    await page.getByRole('banner').getByRole('link', { name: 'Parlance' }).click();
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/no/such/place');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(headline);
  },
);
