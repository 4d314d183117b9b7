import { expect } from '@playwright/test';
import {
  type GoogleIdentityServer,
  offerGoogleButton,
  refuseGoogleScript,
  startGoogleIdentityServer,
} from './google-identity-server.ts';
import { journey as plainJourney } from './journey.ts';
import { openNewMailbox } from './mailbox.ts';
import { createMember, noSuchUserYet, signInHere } from './people.ts';

const journey = plainJourney.extend<object, { google: GoogleIdentityServer }>({
  google: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs
    async ({}, use) => {
      const google = await startGoogleIdentityServer();
      await use(google);
      google.stop();
    },
    { scope: 'worker' },
  ],
  serverSettings: [async ({ google }, use) => use(google.settings), { scope: 'worker' }],
});
// One worker: each would start a server with these settings.
journey.describe.configure({ mode: 'default' });

journey(
  'a visitor signs up with Google, whose button hides once a code is sent, and later signs in with it',
  async ({ page, server, google, faults }) => {
    faults.expect(noSuchUserYet);
    const { address } = await openNewMailbox(server, 'Gwen');
    await offerGoogleButton(page, google.credentialFor(address));
    await page.goto('/login');
    const button = page.getByRole('button', { name: 'Continue with Google' });
    const divider = page.getByText('Or', { exact: true });
    await expect(button).toBeVisible();
    await expect(divider).toBeVisible();
    await page.getByLabel('Email').fill(address);
    await page.getByRole('button', { name: 'Send Code' }).click();
    await expect(page.getByLabel('Verification code')).toBeVisible();
    await expect(button).toBeHidden();
    await expect(divider).toBeHidden();
    await page.getByRole('button', { name: 'Back' }).click();
    await button.click();
    await expect(page).toHaveURL('/onboarding');

    await page.evaluate(() => localStorage.clear());
    await page.goto('/login');
    const entered = page.waitForResponse('**/v1/auth');
    await button.click();
    expect((await entered).status()).toBe(200);
    await expect(page).toHaveURL('/onboarding');
  },
);

journey(
  'without its script Google shows an error, and the code still works',
  async ({ page, server, faults }) => {
    faults.expect(/accounts\.google\.com\/gsi\/client/);
    const { mailbox } = await createMember(server);
    await refuseGoogleScript(page);
    await page.goto('/login');
    await expect(page.getByText('Failed to initialize Google Sign-In')).toBeVisible();
    await signInHere(page, mailbox);
    await expect(page).toHaveURL('/dashboard');
  },
);

journey(
  'a credential that Google did not sign is refused, and an address that has an account already leads to the code and to the settings (5007)',
  async ({ page, server, google, faults }) => {
    faults.expect(/status of 422 .*\/v1\/auth/);
    const { mailbox } = await createMember(server);
    const button = page.getByRole('button', { name: 'Continue with Google' });
    await offerGoogleButton(page, 'not.a.credential');
    await page.goto('/login');
    await button.click();
    await expect(page.getByRole('alert')).toHaveText(
      'Google could not confirm who you are. Please try again, or sign in with a code.',
    );
    await expect(page.getByLabel('Email')).toBeVisible();

    await offerGoogleButton(page, google.credentialFor(mailbox.address));
    await page.reload();
    await button.click();
    await expect(page.getByRole('alert')).toHaveText(
      'An account with this email address exists already. Sign in with a code sent to it, then connect Google in the settings.',
    );
    await signInHere(page, mailbox);
    await expect(page).toHaveURL('/dashboard');
  },
);

journey(
  'a member connects Google in the settings, and disconnects a sign-in method after a confirmation, but never the last one',
  async ({ page, server, google }) => {
    const member = await createMember(server);
    await offerGoogleButton(page, google.credentialFor(member.mailbox.address));
    await page.goto('/settings');
    await signInHere(page, member.mailbox);
    const removeEmail = page.getByRole('button', { name: 'Remove email' });
    const disconnect = page.getByRole('button', { name: 'Disconnect Google' });
    await expect(page.getByRole('button', { name: 'Change email' })).toBeVisible();
    await expect(removeEmail).toBeHidden();

    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await expect(page.getByText('Google account connected.')).toBeVisible();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
    await expect(disconnect).toBeVisible();
    await expect(removeEmail).toBeVisible();
    expect((await member.client.calls.getUser()).googleUserId).toBe(`google-${member.mailbox.address}`);
    expect((await member.mailbox.next()).subject).toBe('A Google account was connected');

    await disconnect.click();
    const dialog = page.getByRole('dialog', { name: 'Disconnect Google?' });
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await expect(dialog).toBeHidden();
    await disconnect.click();
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.getByText('Google account disconnected.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
    await expect(removeEmail).toBeHidden();
    expect((await member.mailbox.next()).subject).toBe('A Google account was disconnected');
  },
);
