import { expect } from '@playwright/test';
import { journey } from './journey.ts';
import { expectNothingSideways } from './layout.ts';
import { openNewMailbox } from './mailbox.ts';
import { finishProfile, noSuchUserYet, signInByApi, signInHere } from './people.ts';

journey('a visitor signs up by code, signs out and signs in again', async ({ page, server, faults }) => {
  faults.expect(noSuchUserYet);
  const mailbox = await openNewMailbox(server, 'Ana');
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Account or Sign In');
  await expect(page.getByText('A confirmation code will be sent.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send Code' })).toBeDisabled();
  await expect(page.getByText('Or', { exact: true })).toBeHidden();

  await page.getByLabel('Email').fill(mailbox.address);
  await page.getByRole('button', { name: 'Send Code' }).click();
  await expect(page.getByText('A confirmation code has been sent.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeDisabled();
  const codeField = page.getByLabel('Verification code');
  await expect(codeField).toBeFocused();
  await expect(codeField).toHaveAttribute('inputmode', 'numeric');
  await expect(codeField).toHaveAttribute('autocomplete', 'one-time-code');

  await codeField.fill(await mailbox.nextCode());
  await codeField.press('Enter');
  await expect(page).toHaveURL('/onboarding');

  await finishProfile(await signInByApi(server, mailbox), 'Ana');
  await page.goto('/settings/account');
  // The list of devices moves the button when it has loaded.
  await expect(page.getByText('This device', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);

  await signInHere(page, mailbox);
  await expect(page).toHaveURL('/dashboard');
});

journey(
  '/signup leads to the sign-in screen, and a member without a description to onboarding, which replaces history',
  async ({ page, server, faults }) => {
    faults.expect(noSuchUserYet);
    const mailbox = await openNewMailbox(server);
    await page.goto('/features');
    // Another address of the sign-in screen.
    await page.goto('/signup');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Account or Sign In');
    await signInHere(page, mailbox);
    await expect(page).toHaveURL('/onboarding');
    await page.goBack();
    await expect(page).toHaveURL('/features');

    await page.goto('/chats');
    await expect(page).toHaveURL('/onboarding');
    await page.goBack();
    await expect(page).toHaveURL('/features');
  },
);

journey(
  'the sign-in screen is accessible in all its states, light and dark, and a long address does not widen it',
  async ({ page, server, faults, expectAccessibleInBothSchemes }) => {
    const mailbox = await openNewMailbox(server, `${'many-words-'.repeat(4)}end`);
    faults.expect(/status of 422/);
    await page.goto('/login');
    await page.getByLabel('Email').fill('not an address');
    await page.getByLabel('Email').press('Enter');
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
    await expectAccessibleInBothSchemes();
    await page.getByLabel('Email').fill(mailbox.address);
    await page.getByLabel('Email').press('Enter');
    await expect(page.getByLabel('Verification code')).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNothingSideways(page);
    await page.getByLabel('Verification code').fill('000 000');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('The verification code is not correct.')).toBeVisible();
    await expectAccessibleInBothSchemes();
  },
);
