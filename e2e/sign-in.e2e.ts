import { expect, type Page } from '@playwright/test';
import { journey } from './journey.ts';
import { openNewMailbox } from './mailbox.ts';
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

const wrongFor = (code: string) => String((Number(code[0]) + 1) % 10) + code.slice(1);

journey(
  'a code is wrong five times, then even the right one is refused (5001 and 5002)',
  async ({ page, server, faults }) => {
    faults.expect(/status of 422/);
    const { mailbox } = await createMember(server);
    await askForCode(page, mailbox.address);
    const code = await mailbox.nextCode();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await confirm(page, wrongFor(code));
      await expect(page.getByText('The verification code is not correct.')).toBeVisible();
      await expect(page.getByLabel('Verification code')).toHaveValue(wrongFor(code));
      await page.getByLabel('Verification code').fill('');
      await expect(page.getByText('The verification code is not correct.')).toBeHidden();
    }
    await confirm(page, code);
    await expect(page.getByText('Too many attempts. Please request a new code.')).toBeVisible();
    await expect(page).toHaveURL('/login');
  },
);

journey('a code expires after ten minutes; a new one signs in (5000)', async ({ page, server, faults }) => {
  faults.expect(/status of 422/);
  const { mailbox } = await createMember(server);
  await page.clock.install();
  await askForCode(page, mailbox.address);
  const expired = await mailbox.nextCode();
  await server.advanceClock(10 * minute + 1000);
  await confirm(page, expired);
  await expect(page.getByText('The verification code has expired. Please request a new one.')).toBeVisible();

  await page.clock.fastForward(minute);
  await page.getByRole('button', { name: 'Resend code' }).click();
  await expect(page.getByText('A new confirmation code has been sent.')).toBeVisible();
  await confirm(page, await mailbox.nextCode());
  await expect(page).toHaveURL('/dashboard');
});

journey('another code can be asked for when the countdown has run out', async ({ page, server }) => {
  const mailbox = await openNewMailbox(server);
  await page.clock.install();
  await askForCode(page, mailbox.address);
  await expect(page.getByText(/^Resend code in (1:00|\d\d s)$/)).toBeVisible();
  await page.clock.fastForward(30_000);
  await expect(page.getByText(/^Resend code in (30|2\d) s$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resend code' })).toBeHidden();
  await page.clock.fastForward(30_000);
  await expect(page.getByRole('button', { name: 'Resend code' })).toBeEnabled();
});

journey('the first code signs in when the second was asked for meanwhile', async ({ page, server }) => {
  const { mailbox } = await createMember(server);
  await page.clock.install();
  await askForCode(page, mailbox.address);
  const first = await mailbox.nextCode();
  await page.clock.fastForward(minute);
  await page.getByRole('button', { name: 'Resend code' }).click();
  await mailbox.nextCode();
  await confirm(page, first);
  await expect(page).toHaveURL('/dashboard');
});

journey('Back discards the code and keeps the address', async ({ page, server }) => {
  const mailbox = await openNewMailbox(server);
  await askForCode(page, mailbox.address);
  await page.getByLabel('Verification code').fill('123');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Verification code')).toBeHidden();
  await expect(page.getByLabel('Email')).toHaveValue(mailbox.address);
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByText('A confirmation code will be sent.')).toBeVisible();
});

journey('a code pasted with spaces signs in', async ({ page, server }) => {
  const { mailbox } = await createMember(server);
  await askForCode(page, mailbox.address);
  const code = await mailbox.nextCode();
  await confirm(page, ` ${code.slice(0, 3)} ${code.slice(3)} `);
  await expect(page).toHaveURL('/dashboard');
});

journey('typed text is kept when the server cannot be reached', async ({ page, server, faults }) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED/);
  const { mailbox } = await createMember(server);
  await askForCode(page, mailbox.address);
  const code = await mailbox.nextCode();
  await page.context().setOffline(true);
  await confirm(page, code);
  await expect(page.getByText('The server could not be reached.')).toBeVisible();
  await expect(page.getByLabel('Verification code')).toHaveValue(code);
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL('/dashboard');
});

journey('a visitor returns to where they came from', async ({ page, server }) => {
  const { mailbox } = await createMember(server);
  await page.goto('/settings#account');
  await expect(page).toHaveURL('/login');
  await signInHere(page, mailbox);
  await expect(page).toHaveURL('/settings#account');
  await page.reload();
  await expect(page).toHaveURL('/settings#account');
  await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible();
});

journey('redirects a signed-in member from the sign-in screen', async ({ page, server }) => {
  const { mailbox } = await createMember(server);
  await page.goto('/login');
  await signInHere(page, mailbox);
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/login');
  await expect(page).toHaveURL('/dashboard');
});

journey(
  'a session ended elsewhere leads to the sign-in screen and says why',
  async ({ page, server, faults }) => {
    faults.expect(/status of 401/);
    const member = await createMember(server);
    await page.goto('/settings');
    await signInHere(page, member.mailbox);
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
