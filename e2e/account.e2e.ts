import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { journey } from './journey.ts';
import { type Mailbox, openMailbox, openNewMailbox } from './mailbox.ts';
import { createMember, noSuchUserYet, type Person, signInByApi, signInHere } from './people.ts';

const openSettings = async (page: Page, { mailbox }: Person) => {
  await page.goto('/settings');
  await signInHere(page, mailbox);
  await expect(page.getByText('This device', { exact: true })).toBeVisible();
};

const proveIn = async (page: Page, mailbox: Mailbox, confirmLabel = 'Confirm') => {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send Code' }).click();
  await dialog.getByLabel('Verification code').fill(await mailbox.nextCode());
  await dialog.getByRole('button', { name: confirmLabel }).click();
};

async function moveTo({ calls }: Person['client'], mailbox: Mailbox): Promise<void> {
  const { accessVerificationId } = await calls.beginAccessVerification({
    emailOrPhone: mailbox.address,
    type: 'update-email',
  });
  const code = await mailbox.nextCode();
  const { token } = await calls.completeAccessVerification({ accessVerificationId, code });
  await calls.updateEmail({ email: mailbox.address, token });
}

journey(
  'the address of another member is refused beside its field (5007); an own one is changed by a code to it, and the old one gets a mail; a phone number is added',
  async ({ page, server, faults }) => {
    faults.expect(/status of 422/);
    const [member, other] = [await createMember(server), await createMember(server, 'Ben')];
    await openSettings(page, member);
    await page.getByRole('button', { name: 'Change email' }).click();
    const field = page.getByRole('dialog').getByLabel('New email');
    await field.fill(other.mailbox.address);
    await proveIn(page, other.mailbox);
    await expect(page.getByText('This email address belongs to another account.')).toBeVisible();
    await expect(field).toHaveValue(other.mailbox.address);
    await expect(field).toBeFocused();

    const next = await openNewMailbox(server, 'Next');
    await field.fill(next.address);
    await proveIn(page, next);
    await expect(page.getByText('Email address changed.')).toBeVisible();
    await expect(page.getByText(next.address)).toBeVisible();
    expect((await member.mailbox.next()).subject).toBe('Your email address was changed');
    await expect(member.client.calls.getUser()).rejects.toMatchObject({ statusCode: 401, code: 2004 });

    const number = `+4915${String(Date.now()).slice(-9)}`;
    const phone = await openMailbox(server, number);
    await page.getByRole('button', { name: 'Add phone' }).click();
    await page.getByRole('dialog').getByLabel('New phone number').fill(number);
    await proveIn(page, phone);
    await expect(page.getByText('Phone number changed.')).toBeVisible();
    await expect(page.getByText(number)).toBeVisible();
  },
);

journey(
  'the old address undoes the change by its link, with one press',
  async ({ page, server, faults, expectAccessibleInBothSchemes }) => {
    faults.expect(/status of 404/);
    const { mailbox, client } = await createMember(server);
    const thief = await openNewMailbox(server, 'Thief');
    await moveTo(client, thief);

    const link = /\S+\/undo\?token=[\w-]+/.exec((await mailbox.next()).text)?.[0] ?? '';
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Was this not you?' })).toBeVisible();
    await expectAccessibleInBothSchemes();
    // Opening the page must not change anything.
    expect((await client.calls.getUser()).email).toBe(thief.address);

    await page.getByRole('button', { name: 'Undo the change' }).click();
    await expect(page.getByRole('heading', { name: 'The change is undone' })).toBeVisible();
    await expect(page.getByText(mailbox.address)).toBeVisible();
    await expect(client.calls.getUser()).rejects.toMatchObject({ statusCode: 401, code: 2004 });
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signInHere(page, mailbox);
    await expect(page).toHaveURL('/dashboard');

    await page.goto(link);
    await page.getByRole('button', { name: 'Undo the change' }).click();
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
    await expectAccessibleInBothSchemes();
  },
);

journey(
  'devices are signed out one by one or all but this one, and everything kept about oneself is downloaded as a file',
  async ({ page, server }) => {
    const member = await createMember(server);
    const others = [await signInByApi(server, member.mailbox), await signInByApi(server, member.mailbox)];
    await openSettings(page, member);
    const signOutButtons = page.getByRole('button', { name: 'Sign out Unknown device' });
    await expect(signOutButtons).toHaveCount(3);
    await signOutButtons.first().click();
    await expect(signOutButtons).toHaveCount(2);
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(signOutButtons).toHaveCount(0);
    await expect(page.getByText('This device', { exact: true })).toBeVisible();
    for (const { calls } of [member.client, ...others]) {
      await expect(calls.getUser()).rejects.toMatchObject({ statusCode: 401, code: 2004 });
    }

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^parlance-export-\d{4}-\d{2}-\d{2}\.json$/);
    const content = await readFile(await download.path(), 'utf8');
    expect(JSON.parse(content)).toEqual(expect.any(Object));
    expect(content).toContain(member.mailbox.address);
    await expect(page.getByText('Your data has been downloaded.')).toBeVisible();
  },
);

journey(
  'an account is deleted with a code, and the address registers again',
  async ({ page, server, faults, expectAccessibleInBothSchemes }) => {
    faults.expect(noSuchUserYet);
    const member = await createMember(server);
    await openSettings(page, member);
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('This cannot be undone')).toBeVisible();
    await expect(dialog.getByLabel('Email')).toHaveValue(member.mailbox.address);
    await expectAccessibleInBothSchemes(dialog);
    await proveIn(page, member.mailbox, 'Delete account');
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Your account has been deleted.').first()).toBeVisible();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);

    await signInHere(page, member.mailbox);
    await expect(page).toHaveURL('/onboarding');
    const again = await signInByApi(server, member.mailbox);
    expect((await again.calls.getUser()).userId).not.toBe(member.userId);
  },
);

journey(
  'after a change of address a deletion is confirmed by the old one, and both are told',
  async ({ page, server, expectAccessibleInBothSchemes }) => {
    const { mailbox, client } = await createMember(server);
    const next = await openNewMailbox(server, 'Next');
    await moveTo(client, next);
    expect((await mailbox.next()).subject).toBe('Your email address was changed');
    await openSettings(page, { name: 'Next', mailbox: next, client, userId: '' });
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('only an address from before the change')).toBeVisible();
    await expect(dialog.getByLabel('Email')).toHaveValue(mailbox.address);
    await expectAccessibleInBothSchemes(dialog);
    await proveIn(page, mailbox, 'Delete account');
    await expect(page.getByText('Your account has been deleted.').first()).toBeVisible();
    for (const told of [mailbox, next])
      expect((await told.next()).subject).toBe('Your Parlance account was deleted');
  },
);
