import { expect } from '@playwright/test';
import { journey } from './journey.ts';
import { openNewMailbox } from './mailbox.ts';

journey.use({ serverSettings: { RATE_LIMITS: 'on' } });

journey(
  'a second code within a minute shows the wait, and another address need not wait (6000)',
  async ({ page, server, faults }) => {
    faults.expect(/status of 429/);
    const [first, second] = [await openNewMailbox(server), await openNewMailbox(server)];
    await page.clock.install();
    await page.goto('/login');
    const email = page.getByLabel('Email');
    const send = page.getByRole('button', { name: 'Send Code' });
    await email.fill(first.address);
    await send.click();
    await page.getByRole('button', { name: 'Back' }).click();
    await send.click();
    await expect(page.getByText(/^Please wait before requesting another code\..*Try again in/)).toBeVisible();
    await expect(send).toBeDisabled();
    await expect(email).toHaveValue(first.address);
    await email.fill(second.address);
    await expect(send).toBeEnabled();
    await email.fill(first.address);
    await expect(send).toBeDisabled();

    await page.clock.fastForward(61_000);
    await expect(send).toBeEnabled();

    await email.fill(second.address);
    await send.click();
    await expect(page.getByLabel('Verification code')).toBeVisible();
  },
);
