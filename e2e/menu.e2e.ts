import { expect } from '@playwright/test';
import { journey } from './journey.ts';
import { createMember, signIn } from './people.ts';

// Both sides of each breakpoint between phone, tablet and desktop.
for (const [narrow, wide] of [
  [820, 1180],
  [700, 1024],
  [1023, 1024],
] as const) {
  journey(
    `a menu that is open at ${narrow} px is closed at ${wide} px, and the page can be used`,
    async ({ page, server }) => {
      await page.setViewportSize({ width: narrow, height: 800 });
      await signIn(page, await createMember(server));
      await page.getByRole('button', { name: 'Open menu' }).click();
      const menu = page.getByRole('navigation', { name: 'Menu' });
      await expect(menu).toBeVisible();
      await expect(page.locator('main')).toHaveAttribute('inert');

      await page.setViewportSize({ width: wide, height: 800 });
      await expect(page.locator('main')).not.toHaveAttribute('inert');
      await expect(page.locator('body')).not.toHaveCSS('overflow', 'hidden');
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

      await page.setViewportSize({ width: narrow, height: 800 });
      await expect(menu).toHaveCount(0);
    },
  );
}

journey('a menu stays open while the window changes below that width', async ({ page, server }) => {
  await page.setViewportSize({ width: 1000, height: 800 });
  await signIn(page, await createMember(server));
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.setViewportSize({ width: 600, height: 800 });
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu).toHaveCSS('width', '600px');
  await expect(page.locator('main')).toHaveAttribute('inert');
});
