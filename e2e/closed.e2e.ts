import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { journey as plainJourney } from './journey.ts';
import { type Mailbox, openNewMailbox } from './mailbox.ts';
import { noSuchUserYet } from './people.ts';

const command = join(import.meta.dirname, '../server/scripts/admin.ts');
const closedSettings = { SIGN_UP: 'invited' };

const journey = plainJourney.extend<object, { dataFolder: string }>({
  dataFolder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'parlance-closed-'));
      await use(folder);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  serverSettings: [
    async ({ dataFolder }, use) => use({ ...closedSettings, DATA_DIR: dataFolder }),
    { scope: 'worker' },
  ],
});

/** Runs the operator's command beside the running server. */
async function operate(dataFolder: string, ...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, DATA_DIR: dataFolder, ...closedSettings };
  return (await promisify(execFile)(process.execPath, [command, ...args], { env })).stdout;
}

async function enterCode(page: Page, mailbox: Mailbox): Promise<void> {
  await page.getByLabel('Email').fill(mailbox.address);
  await page.getByRole('button', { name: 'Send Code' }).click();
  await page.getByLabel('Verification code').fill(await mailbox.nextCode());
  await page.getByRole('button', { name: 'Confirm' }).click();
}

journey(
  'a visitor of a closed instance sees no members, and cannot sign up without an invitation',
  async ({ page, server, faults, expectAccessible }) => {
    faults.expect(noSuchUserYet);
    faults.expect(/status of 403 .*\/v1\/user/);
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('To create an account you need an invitation.')).toBeVisible();
    await expectAccessible();
    await enterCode(page, await openNewMailbox(server, 'Una'));
    await expect(page.getByText('New accounts need an invitation here.')).toBeVisible();
  },
);

journey(
  'an invitation opens it for one account, over a reload, and no second one',
  async ({ page, server, dataFolder, faults, expectAccessible }) => {
    faults.expect(noSuchUserYet);
    faults.expect(/status of 404 .*\/v1\/invitation/);
    const [link = ''] = (await operate(dataFolder, 'invite')).split('\n');
    const { pathname } = new URL(link);
    await page.goto(pathname);
    await expect(page.getByRole('heading', { name: 'You are invited to Parlance' })).toBeVisible();
    await expectAccessible();
    await page.getByRole('link', { name: 'Create account' }).click();
    await page.reload();
    await expect(page.getByText('You have an invitation: sign in, or create your account.')).toBeVisible();
    await enterCode(page, await openNewMailbox(server, 'Ivo'));
    await expect(page).toHaveURL('/onboarding');
    expect(await operate(dataFolder, 'invitations')).toContain('1 of 1 used');

    await page.evaluate(() => localStorage.clear());
    await page.goto(pathname);
    await expect(page.getByRole('heading', { name: 'This invitation does not work' })).toBeVisible();
  },
);
