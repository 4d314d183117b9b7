import { expect, type Locator } from '@playwright/test';
import { messageRow, rows, write } from './conversations.ts';
import { journey } from './journey.ts';

journey.use({ serverSettings: { DEMO_DATA: 'on' } });

const fiveMinutesMs = 5 * 60_000;

journey(
  'a stranger on a first start finds a match, books, is answered and is booked (first five minutes)',
  async ({ page, server, expectAccessible }) => {
    journey.slow();
    let clicks = 0;
    const click = async (target: Locator) => {
      clicks += 1;
      await target.click();
    };
    const startedAt = performance.now();
    await page.goto('/');
    await click(page.getByRole('link', { name: 'Sign Up' }).filter({ visible: true }).first());
    await expect(page.getByRole('button', { name: 'Continue as demo user' })).toBeVisible();
    await expectAccessible();
    await click(page.getByRole('button', { name: 'Continue as demo user' }));
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('link', { name: 'Messages 2 unread messages' })).toBeVisible();

    const match = page.getByRole('listitem').filter({ hasText: 'a match both ways' }).first();
    const name = (await match.getByRole('heading').textContent()) ?? '';
    await click(match.getByRole('link', { name: 'View Profile' }));
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await click(page.getByRole('link', { name: /Free/ }).first());
    await click(page.getByRole('button', { name: 'Confirm Booking' }));
    await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();

    await click(page.getByRole('link', { name: 'Back to Profile' }));
    await click(page.getByRole('link', { name: 'Message', exact: true }));
    await write(page, 'Hello! See you then.');
    const askedAt = performance.now();
    await expect(rows(page).filter({ hasText: 'I am a demo partner' })).toBeVisible();
    const answeredMs = performance.now() - askedAt;
    await expect(messageRow(page, 'Hello! See you then.')).toContainText('Read');
    const tookMs = performance.now() - startedAt;
    const seconds = (ms: number) => (ms / 1000).toFixed(1);
    process.stdout.write(
      `  first five minutes: ${clicks} clicks, one message, ${seconds(tookMs)} s; answered after ${seconds(answeredMs)} s\n`,
    );
    expect(answeredMs).toBeLessThan(20_000);
    expect(tookMs).toBeLessThan(fiveMinutesMs);

    // Half a minute after the demo user's own times were published, a partner books one of them.
    await server.advanceClock(30_000);
    await page.goto('/appointments');
    await expect(page.getByText('Upcoming', { exact: true })).toHaveCount(4, { timeout: 75_000 });
  },
);
