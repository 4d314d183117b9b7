import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Locator, type Page, type WebSocketRoute } from '@playwright/test';
import type { Faults } from './faults.ts';
import { type Person, signIn } from './people.ts';

/** A page of somebody else, in a browser of their own. */
export async function newVisitor(browser: Browser, url: string, faults: Faults): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  faults.watch(page);
  return page;
}

/** Comes true once the socket of the page stands and news reach it. To be called before the app opens there. */
export function whenConnected(page: Page): Promise<void> {
  // How Socket.IO says that it has let somebody in.
  return whenFrame(page, (text) => text.startsWith('40'));
}

/** Comes true once the page has been told of an event. To be called before the app opens there. */
export function whenTold(page: Page, event: string): Promise<void> {
  return whenFrame(page, (text) => text.includes(`"${event}"`));
}

function whenFrame(page: Page, isIt: (text: string) => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => isIt(String(payload)) && resolve());
  });
  return promise;
}

/** Keeps a script of the app from the page until it is released, as a slow network does. */
export async function holdScript(page: Page, name: string): Promise<{ release(): void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/assets/${name}-*`, async (route) => {
    await promise;
    await route.continue();
  });
  return { release: resolve };
}

/** Waits until a message to somebody has reached a page of theirs. */
export async function expectDelivered(from: Person, to: Person): Promise<void> {
  const deliveredAt = async () =>
    (await from.client.calls.listMessages({ userId: to.userId, limit: 1 })).messages[0]?.deliveredAt ?? null;
  await expect.poll(deliveredAt).not.toBeNull();
}

/** Signs a member in and opens their conversation with a partner. */
export async function signInToChat(page: Page, member: Person, partner: Person): Promise<void> {
  await signIn(page, member, `/chat/${partner.userId}`);
  await expectChatWith(page, partner);
}

export async function openChat(page: Page, partner: Person): Promise<void> {
  await page.goto(`/chat/${partner.userId}`);
  await expectChatWith(page, partner);
}

async function expectChatWith(page: Page, partner: Person): Promise<void> {
  // A whole page load on a machine that does other things meanwhile.
  await expect(page.getByRole('heading', { level: 1, name: partner.name })).toBeVisible({ timeout: 30_000 });
  await expect(messageField(page)).toBeVisible();
}

export const messageField = (page: Page): Locator =>
  page.getByRole('textbox', { name: 'Message', exact: true });

/** Types a message and sends it with Enter. */
export async function write(page: Page, text: string): Promise<void> {
  await messageField(page).fill(text);
  await messageField(page).press('Enter');
}

/** Records with the fake microphone until the recording is long enough, and sends it. */
export async function speak(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Record a voice message' }).click();
  await expect(page.getByText('0:58 left')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Send' }).click();
}

/** The rows of the conversation that are on the page. */
export const rows = (page: Page): Locator => page.locator('[data-row]');

/** The row of one message; a quote of it in a reply is not meant. */
export const messageRow = (page: Page, text: string): Locator =>
  rows(page).filter({ has: page.locator(':not(button *)').and(page.getByText(text, { exact: true })) });

/** Opens what can be done with a message. */
export async function chooseMessage(page: Page, text: string): Promise<void> {
  await messageRow(page, text).hover();
  await messageRow(page, text).getByRole('button', { name: 'Message options' }).click();
}

/** Sends through the API, in order. */
export async function sendByApi(from: Person, to: Person, texts: string[]): Promise<void> {
  for (const content of texts) {
    await from.client.calls.sendTextMessage({ userId: to.userId, content, clientMessageId: randomUUID() });
  }
}

/** The whole conversation as the server has it, oldest first: the words, or 'voice'. */
export async function storedConversation(reader: Person, partner: Person): Promise<string[]> {
  const { messages } = await reader.client.calls.listMessages({ userId: partner.userId, limit: 100 });
  return messages.toReversed().map(({ content }) => content ?? 'voice');
}

/** Cuts a page off from the network, sockets included, and lets it come back. */
export async function networkOf(page: Page): Promise<{ cut(): Promise<void>; mend(): Promise<void> }> {
  const open = new Set<WebSocketRoute>();
  let isCut = false;
  await page.routeWebSocket(/\/socket\.io\//, (route) => {
    // The page's own network is not asked here: without this a page that tries again is connected while it is offline.
    if (isCut) return void route.close();
    open.add(route);
    open.add(route.connectToServer());
  });
  return {
    async cut() {
      isCut = true;
      await page.context().setOffline(true);
      await Promise.all([...open].map((route) => route.close()));
      open.clear();
    },
    async mend() {
      isCut = false;
      await page.context().setOffline(false);
    },
  };
}
