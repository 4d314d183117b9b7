import { expect, type Page } from '@playwright/test';
import { addAuthenticator } from './authenticator.ts';
import { journey } from './journey.ts';
import { createMember, signIn, signInByHand } from './people.ts';

journey.use({ serverSettings: { JOURNEY_HOST: 'localhost' } });
// One worker: each would start a server with these settings.
journey.describe.configure({ mode: 'default' });

const minute = 60_000;
const offer = (page: Page) => page.getByText('Sign in faster next time');
const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });
const passkeys = (page: Page) => page.getByRole('region', { name: 'Passkeys' });
const item = (page: Page) => passkeys(page).getByRole('listitem');

/** The virtual authenticator answers a request for suggestions at once, before a button is pressed. */
const withoutSuggestions = () => {
  PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
};

/** A page that is left before its code has loaded counts no sign-in. */
const waitForCount = (page: Page) =>
  page.waitForFunction(() => localStorage.getItem('parlance.passkeyOffer') !== null);

async function signOut(page: Page): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
}

journey(
  'the second sign-in by code offers a passkey, which then signs in with one press',
  async ({ page, server }) => {
    const ana = await createMember(server, 'Ana');
    const device = await addAuthenticator(page);
    await page.addInitScript(withoutSuggestions);
    await signInByHand(page, ana);
    await waitForCount(page);
    await signOut(page);
    await server.advanceClock(minute);
    await signInByHand(page, ana);
    await expect(offer(page)).toBeVisible();
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await expect(page.getByText('Passkey added.')).toBeVisible();
    await expect(offer(page)).toBeHidden();
    expect(await device.passkeys()).toEqual([ana.mailbox.address]);
    expect((await ana.mailbox.next()).subject).toBe('A passkey was added to your account');

    await signOut(page);
    await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'email webauthn');
    await expect(passkeyButton(page)).toBeVisible();
    await device.setVerified(false);
    await passkeyButton(page).click();
    // A finger that is not recognised needs no message of ours.
    await expect(passkeyButton(page)).toBeEnabled();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await device.setVerified(true);
    await passkeyButton(page).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(offer(page)).toHaveCount(0);
  },
);

journey(
  'a passkey is added, renamed and removed in the settings',
  async ({ page, server, faults, expectAccessible }) => {
    // The undo ends the session of the page; a call may be in flight.
    faults.allow(/401 .*\/v1\//);
    const ana = await createMember(server, 'Ana');
    const device = await addAuthenticator(page);
    await signIn(page, ana, '/settings#account');
    await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click();
    await expect(item(page)).toContainText('Chrome on Windows');
    await expect(item(page)).toContainText('Not used yet');
    await expect(item(page)).toContainText('One device only');
    await ana.mailbox.next();
    await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByText('This device has a passkey for your account already.')).toBeVisible();

    await item(page).getByRole('button', { name: 'Rename Chrome on Windows' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('  ');
    await expect(dialog.getByText('Name is required')).toBeVisible();
    await dialog.getByLabel('Name').fill('مفتاحي');
    await dialog.getByLabel('Name').press('Enter');
    await expect(item(page)).toContainText('مفتاحي');
    await expect(page.getByRole('button', { name: 'Rename مفتاحي' })).toBeFocused();
    await expectAccessible(passkeys(page));

    await item(page).getByRole('button', { name: 'Remove مفتاحي' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(item(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeFocused();
    await expect.poll(() => device.passkeys()).toEqual([]);
    const { subject, text } = await ana.mailbox.next();
    expect(subject).toBe('A passkey was removed from your account');
    const undo = /http\S+\/undo\?token=\S+/.exec(text)?.[0] ?? '';
    await page.goto(undo);
    await page.getByRole('button', { name: 'Undo the change' }).click();
    await expect(page.getByText('The change is undone')).toBeVisible();
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByLabel('Email')).toBeVisible();
  },
);

journey('a session of more than ten minutes needs a code to add a passkey', async ({ page, server }) => {
  const ana = await createMember(server, 'Ana');
  await addAuthenticator(page);
  await signIn(page, ana, '/settings#account');
  await server.advanceClock(11 * minute);
  await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Email')).toHaveValue(ana.mailbox.address);
  await dialog.getByRole('button', { name: 'Send Code' }).click();
  await dialog.getByLabel('Verification code').fill(await ana.mailbox.nextCode());
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(item(page)).toHaveCount(1);
  await expect(dialog).toBeHidden();
});

journey(
  'a suggestion of the email field signs in; a removed passkey does not, and leaves the device',
  async ({ page, server, faults }) => {
    faults.expect(/status of 422/);
    const ana = await createMember(server, 'Ana');
    const device = await addAuthenticator(page);
    await signIn(page, ana, '/settings#account');
    await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click();
    await expect(item(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Logout' }).click();
    // The virtual authenticator answers a suggestion by itself.
    await expect(page).toHaveURL('/dashboard');

    await page.addInitScript(withoutSuggestions);
    await signOut(page);
    await expect(passkeyButton(page)).toBeVisible();
    const [passkey] = (await ana.client.calls.listPasskeys()).passkeys;
    await ana.client.calls.removePasskey({ passkeyId: passkey?.passkeyId ?? '' });
    await passkeyButton(page).click();
    await expect(page.getByRole('alert')).toHaveText(
      'This passkey could not be confirmed. Please use a code.',
    );
    await expect.poll(() => device.passkeys()).toEqual([]);
    await expect(page).toHaveURL('/login');
  },
);

journey(
  '"Not now" ends the offer, and an address that is an IP number has no passkeys',
  async ({ page, server }) => {
    const ana = await createMember(server, 'Ana');
    await signInByHand(page, ana);
    await waitForCount(page);
    await signOut(page);
    await server.advanceClock(minute);
    await signInByHand(page, ana);
    await page.getByRole('button', { name: 'Not now' }).click();
    await expect(offer(page)).toBeHidden();
    await signOut(page);
    await expect(passkeyButton(page)).toBeVisible();
    await server.advanceClock(minute);
    await signInByHand(page, ana);
    await expect(page).toHaveURL('/dashboard');
    await expect(offer(page)).toHaveCount(0);

    await page.goto(`${server.url.replace('localhost', '127.0.0.1')}/login`);
    await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'email');
    await expect(page.getByRole('button', { name: 'Send Code' })).toBeVisible();
    await expect(passkeyButton(page)).toHaveCount(0);
  },
);
