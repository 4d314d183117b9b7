import { expect } from '@playwright/test';
import { journey } from './journey.ts';

journey.use({ serverSettings: { DEMO_DATA: 'on' } });

journey(
  'the demo has a suggestion of another time and past sessions, whose words can be corrected and saved',
  async ({ page }) => {
    journey.slow();
    await page.goto('/');
    await page.getByRole('link', { name: 'Sign Up' }).filter({ visible: true }).first().click();
    await page.getByRole('button', { name: 'Continue as demo user' }).click();
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/appointments');
    const main = page.getByRole('main');
    await expect(main.getByText('suggests another time:')).toBeVisible({ timeout: 60_000 });
    await main.getByRole('button', { name: 'Accept' }).click();
    await expect(main.getByText('suggests another time:')).toHaveCount(0);

    await main.getByRole('link', { name: 'Past', exact: true }).click();
    const lastMonth = main.getByRole('listitem').filter({ hasText: 'minutes with Lucía' });
    await lastMonth.getByRole('button', { name: 'Words and talk time' }).click();
    await expect(lastMonth.getByText('You talked for 40 minutes')).toBeVisible();
    const note = lastMonth.getByRole('listitem').filter({ hasText: 'Tengo ganas de verte' });
    await note.getByRole('button', { name: 'Save phrase' }).click();
    const dialog = page.getByRole('dialog');
    const phrase = dialog.getByRole('textbox').first();
    await expect(phrase).toHaveValue('Tengo ganas de verte');
    await phrase.fill('Tengo muchas ganas de verte');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await page.goto('/phrases');
    await expect(main.getByText('Tengo muchas ganas de verte')).toBeVisible();
  },
);
