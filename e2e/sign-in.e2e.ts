import { expect, type Page } from '@playwright/test';
import { journey } from './journey.ts';
import { createMember, signInHere } from './people.ts';

const minute = 60_000;

const askForCode = async (page: Page, address: string) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(address);
  await page.getByRole('button', { name: 'Send Code' }).click();
  await expect(page.getByLabel('Verification code')).toBeVisible();
};

const confirm = async (page: Page, code: string) => {
  await page.getByLabel('Verification code').fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
};

journey(
  'a code expires after ten minutes (5000); a new one signs in, also after a try without a connection',
  async ({ page, server, faults }) => {
    faults.expect(/status of 422/);
    faults.expect(/ERR_INTERNET_DISCONNECTED/);
    const { mailbox } = await createMember(server);
    await page.clock.install();
    await askForCode(page, mailbox.address);
    const expired = await mailbox.nextCode();
    await server.advanceClock(10 * minute + 1000);
    await confirm(page, expired);
    await expect(
      page.getByText('The verification code has expired. Please request a new one.'),
    ).toBeVisible();

    await page.clock.fastForward(minute);
    await page.getByRole('button', { name: 'Resend code' }).click();
    await expect(page.getByText('A new confirmation code has been sent.')).toBeVisible();
    const code = await mailbox.nextCode();
    await page.context().setOffline(true);
    await confirm(page, code);
    await expect(page.getByText('The server could not be reached.')).toBeVisible();
    await expect(page.getByLabel('Verification code')).toHaveValue(code);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page).toHaveURL('/dashboard');
  },
);

journey(
  'a visitor returns to where they came from, a member needs no sign-in screen, and a session that was ended elsewhere leads to it and says why',
  async ({ page, server, faults }) => {
    faults.expect(/status of 401/);
    const member = await createMember(server);
    await page.goto('/settings#account');
    await expect(page).toHaveURL('/login');
    await signInHere(page, member.mailbox);
    await expect(page).toHaveURL('/settings#account');
    await page.reload();
    await expect(page).toHaveURL('/settings#account');
    await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible();
    await page.goto('/login');
    await expect(page).toHaveURL('/dashboard');

    await page.goto('/settings');
    await expect(page.getByText('This device', { exact: true })).toBeVisible();
    await member.client.calls.endOtherSessions();
    await page.reload();
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Your session is invalid. Please sign in again.')).toBeVisible();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await signInHere(page, member.mailbox);
    await expect(page).toHaveURL('/settings');
  },
);
