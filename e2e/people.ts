import { type Client, createClient } from '@parlance/client/client';
import { createMemoryStorage, refreshTokenKey } from '@parlance/client/token-storage';
import { interestsDefault } from '@parlance/contract/account-care';
import { expect, type Page } from '@playwright/test';
import { type Mailbox, openNewMailbox } from './mailbox.ts';
import type { ServerProcess } from './server-process.ts';

/** Somebody with an account. */
export interface Person {
  name: string;
  mailbox: Mailbox;
  userId: string;
  /** A session of theirs outside the browser. */
  client: Client;
}

/** What a browser reports when somebody signs up: sign-in is tried first and finds nobody (docs/specification/access.md#login-flow). */
export const noSuchUserYet = /status of 404 .*\/v1\/auth/;

/** Signs in, or up, through the API with a code that was really sent. */
export async function signInByApi(
  { url }: Pick<ServerProcess, 'url'>,
  mailbox: Mailbox,
  storage = createMemoryStorage(),
): Promise<Client> {
  const client = createClient({ baseUrl: url, storage });
  const { accessVerificationId } = await client.login.beginCode(mailbox.address);
  const code = await mailbox.nextCode();
  await client.login.confirmCode({ accessVerificationId, emailOrPhone: mailbox.address, code });
  return client;
}

/** Fills in what onboarding asks for. */
export async function finishProfile({ calls }: Client, name: string): Promise<void> {
  await calls.createLanguage({ languageCode: 'de', target: false, proficiency: 1 });
  await calls.createLanguage({ languageCode: 'es', target: true, proficiency: 0.2 });
  const description = `${name} likes long walks and short words.`;
  await calls.updateUser({ name, description, dailyGoal: 'medium', interests: interestsDefault });
}

/** A new member with a finished profile: speaks German, learns Spanish. */
export async function createMember(server: ServerProcess, name = 'Ana'): Promise<Person> {
  const mailbox = await openNewMailbox(server, name);
  const client = await signInByApi(server, mailbox);
  await finishProfile(client, name);
  const { userId } = await client.calls.getUser();
  return { name, mailbox, userId, client };
}

/** A new member who speaks Spanish and learns German: a partner for everybody else. */
export async function createPartner(server: ServerProcess, name = 'Ben'): Promise<Person> {
  const partner = await createMember(server, name);
  const { calls } = partner.client;
  await calls.createLanguage({ languageCode: 'es', target: false, proficiency: 1 });
  await calls.createLanguage({ languageCode: 'de', target: true, proficiency: 0.1 });
  return partner;
}

/** Fills in the sign-in screen that is open, up to the last button. */
export async function signInHere(page: Page, mailbox: Mailbox): Promise<void> {
  await page.getByLabel('Email').fill(mailbox.address);
  await page.getByRole('button', { name: 'Send Code' }).click();
  await page.getByLabel('Verification code').fill(await mailbox.nextCode());
  await page.getByRole('button', { name: 'Confirm' }).click();
}

/** Signs a member in at the screen and waits for the next one. */
export async function signInByHand(page: Page, { mailbox }: Pick<Person, 'mailbox'>): Promise<void> {
  await page.goto('/login');
  await signInHere(page, mailbox);
  await expect(page).not.toHaveURL('/login');
}

/** Opens the app as a member who signed in at this browser earlier: no journey but those of signing in is about it. */
export async function signIn(
  page: Page,
  { mailbox }: Pick<Person, 'mailbox'>,
  path = '/dashboard',
): Promise<void> {
  // An empty page of the same origin, where the app does not run yet.
  const body = '<link rel="icon" href="data:,">';
  await page.route('/empty', (route) => route.fulfill({ contentType: 'text/html', body }), { times: 1 });
  await page.goto('/empty');
  const storage = createMemoryStorage();
  await signInByApi({ url: new URL(page.url()).origin }, mailbox, storage);
  const kept = { key: refreshTokenKey, token: storage.get() ?? '' };
  await page.evaluate(({ key, token }) => localStorage.setItem(key, token), kept);
  await page.goto(path);
  // A start exchanges the token for the next one.
  await page.waitForFunction(({ key, token }) => localStorage.getItem(key) !== token, kept);
}
