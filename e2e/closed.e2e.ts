import { expect, type Page } from '@playwright/test';
import { journey } from './journey.ts';
import { type Mailbox, openNewMailbox } from './mailbox.ts';
import { noSuchUserYet } from './people.ts';

journey.use({ serverSettings: { SIGN_UP: 'invited' } });

async function enterCode(page: Page, mailbox: Mailbox): Promise<void> {
  await page.getByLabel('Email').fill(mailbox.address);
  await page.getByRole('button', { name: 'Send Code' }).click();
  await page.getByLabel('Verification code').fill(await mailbox.nextCode());
  await page.getByRole('button', { name: 'Confirm' }).click();
}

journey(
  'a visitor of a closed instance sees no members and cannot sign up; an invitation opens it for one account, over a reload, and no second one',
  async ({ page, server, faults, expectAccessible }) => {
    faults.expect(noSuchUserYet);
    faults.expect(/status of 403 .*\/v1\/user/);
    faults.expect(/status of 404 .*\/v1\/invitation/);
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('To create an account you need an invitation.')).toBeVisible();
    await expectAccessible();
    await enterCode(page, await openNewMailbox(server, 'Una'));
    await expect(page.getByText('New accounts need an invitation here.')).toBeVisible();

    const [link = ''] = (await server.operate('invite')).split('\n');
    const { pathname } = new URL(link);
    await page.goto(pathname);
    await expect(page.getByRole('heading', { name: 'You are invited to Parlance' })).toBeVisible();
    await expectAccessible();
    await page.getByRole('link', { name: 'Create account' }).click();
    await expect(page.getByLabel('Email')).toBeVisible();
    await page.reload();
    await expect(page.getByText('You have an invitation: sign in, or create your account.')).toBeVisible();
    await enterCode(page, await openNewMailbox(server, 'Ivo'));
    await expect(page).toHaveURL('/onboarding');
    expect(await server.operate('invitations')).toContain('1 of 1 used');

    await page.evaluate(() => localStorage.clear());
    await page.goto(pathname);
    await expect(page.getByRole('heading', { name: 'This invitation does not work' })).toBeVisible();
  },
);
