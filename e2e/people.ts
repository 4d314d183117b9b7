import { type Client, createClient } from '@parlance/client/client';
import { createLogin } from '@parlance/client/login';
import { createMemoryStorage, refreshTokenKey } from '@parlance/client/token-storage';
import { interestsDefault } from '@parlance/contract/account-care';
import { expect, type Page } from '@playwright/test';
import { type Mailbox, openNewMailbox } from './mailbox.ts';
import type { ServerProcess } from './server-process.ts';

export interface Person {
  name: string;
  mailbox: Mailbox;
  userId: string;
  /** A session outside the browser. */
  client: Client;
}

/** Reported on sign-up: sign-in is tried first and gets a 404 (docs/specification/access.md#login-flow). */
export const noSuchUserYet = /status of 404 .*\/v1\/auth/;

/** Signs in, or up, through the API with a code that was really sent. */
export async function signInByApi(
  { url }: Pick<ServerProcess, 'url'>,
  mailbox: Mailbox,
  storage = createMemoryStorage(),
): Promise<Client> {
  const client = createClient({ baseUrl: url, storage });
  const login = createLogin(client.session);
  const { accessVerificationId } = await login.beginCode(mailbox.address);
  const code = await mailbox.nextCode();
  await login.confirmCode({ accessVerificationId, emailOrPhone: mailbox.address, code });
  return client;
}

/** Completes onboarding through the API. */
export async function finishProfile({ calls }: Client, name: string): Promise<void> {
  await calls.createLanguage({ languageCode: 'de', target: false, proficiency: 1 });
  await calls.createLanguage({ languageCode: 'es', target: true, proficiency: 0.2 });
  const description = `${name} likes long walks and short words.`;
  await calls.updateUser({ name, description, dailyGoal: 'medium', interests: interestsDefault });
}

/** A new member with a complete profile: speaks German, learns Spanish. */
export async function createMember(server: ServerProcess, name = 'Ana'): Promise<Person> {
  const mailbox = await openNewMailbox(server, name);
  const client = await signInByApi(server, mailbox);
  await finishProfile(client, name);
  const { userId } = await client.calls.getUser();
  return { name, mailbox, userId, client };
}

/** A new member who speaks Spanish and learns German, a match for the other members. */
export async function createPartner(server: ServerProcess, name = 'Ben'): Promise<Person> {
  const partner = await createMember(server, name);
  const { calls } = partner.client;
  await calls.createLanguage({ languageCode: 'es', target: false, proficiency: 1 });
  await calls.createLanguage({ languageCode: 'de', target: true, proficiency: 0.1 });
  return partner;
}

/** Fills in the open sign-in screen, up to the last button. */
export async function signInHere(page: Page, mailbox: Mailbox): Promise<void> {
  await page.getByLabel('Email').fill(mailbox.address);
  await page.getByRole('button', { name: 'Send Code' }).click();
  await page.getByLabel('Verification code').fill(await mailbox.nextCode());
  await page.getByRole('button', { name: 'Confirm' }).click();
}

/** Signs a member in on the screen and waits for the next one. */
export async function signInByHand(page: Page, { mailbox }: Pick<Person, 'mailbox'>): Promise<void> {
  await page.goto('/login');
  await signInHere(page, mailbox);
  await expect(page).not.toHaveURL('/login');
}

/** Opens the app with a stored session: only the sign-in journeys use the form. */
export async function signIn(
  page: Page,
  { mailbox }: Pick<Person, 'mailbox'>,
  path = '/dashboard',
): Promise<void> {
  // An empty page of the same origin, without the app.
  const body = '<link rel="icon" href="data:,">';
  await page.route('/empty', (route) => route.fulfill({ contentType: 'text/html', body }), { times: 1 });
  await page.goto('/empty');
  const storage = createMemoryStorage();
  await signInByApi({ url: new URL(page.url()).origin }, mailbox, storage);
  const kept = { key: refreshTokenKey, token: storage.get() ?? '' };
  await page.evaluate(({ key, token }) => localStorage.setItem(key, token), kept);
  await page.goto(path);
  // The app exchanges the token at its start.
  await page.waitForFunction(({ key, token }) => localStorage.getItem(key) !== token, kept);
}
