import { expect } from '@playwright/test';
import { journey } from './journey.ts';
import { createMember, signIn } from './people.ts';

// Both sides of each breakpoint between phone, tablet and desktop.
const breakpoints = [
  [820, 1180],
  [700, 1024],
  [1023, 1024],
] as const;

journey(
  'a menu that is open on a narrow screen is closed on a wide one, where the page can be used, and stays open below that width',
  async ({ page, server }) => {
    const menu = page.getByRole('navigation', { name: 'Menu' });
    const resizeTo = (width: number) => page.setViewportSize({ width, height: 800 });
    await signIn(page, await createMember(server));
    for (const [narrow, wide] of breakpoints) {
      await resizeTo(narrow);
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expect(menu).toBeVisible();
      await expect(page.locator('main')).toHaveAttribute('inert');
      await resizeTo(wide);
      await expect(page.locator('main')).not.toHaveAttribute('inert');
      await expect(page.locator('body')).not.toHaveCSS('overflow', 'hidden');
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      await resizeTo(narrow);
      await expect(menu).toHaveCount(0);
    }
    await resizeTo(1000);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await resizeTo(600);
    await expect(menu).toHaveCSS('width', '600px');
    await expect(page.locator('main')).toHaveAttribute('inert');
  },
);
