import { expect } from '@playwright/test';
import { untilHydrated } from './hydration.ts';
import { journey } from './journey.ts';
import { expectNothingSideways } from './layout.ts';

journey.use({
  serverSettings: { TERMS_URL: 'https://example.org/terms', CONTACT_EMAIL: 'hello@example.org' },
});

journey(
  'the footer and the sign-up link to privacy, terms and contact, before and after the app runs, in the language of the reader',
  async ({ page, expectAccessibleInBothSchemes }) => {
    journey.slow();
    await page.goto('/features');
    const footer = page.getByRole('contentinfo').getByRole('link');
    await expect(footer).toHaveText(['Privacy', 'Terms', 'Contact']);
    await footer.first().click();
    await expect(page).toHaveURL('/privacy');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy');
    await expect(page.getByRole('link', { name: 'hello@example.org' })).toBeVisible();
    await untilHydrated(page);
    await expect(footer).toHaveText(['Privacy', 'Terms', 'Contact']);
    await expectAccessibleInBothSchemes();
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNothingSideways(page, '/privacy');
    // A page that the shell starts.
    await page.goto('/login');
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect(footer).toHaveText(['Privacy', 'Terms', 'Contact']);
    await expect(page.getByRole('main').getByRole('link', { name: 'Terms' })).toBeVisible();

    await page.goto('/privacy?lang=de');
    await expect(page.getByRole('heading', { name: 'Was gespeichert wird' })).toBeVisible();
    await untilHydrated(page);
    await expect(page.getByRole('heading', { name: 'Was gespeichert wird' })).toBeVisible();
  },
);
