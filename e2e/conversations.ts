import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Locator, type Page, type WebSocketRoute } from '@playwright/test';
import type { Faults } from './faults.ts';
import { type Person, signIn } from './people.ts';

/** A page in a separate browser context. */
export async function newVisitor(browser: Browser, url: string, faults: Faults): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  faults.watch(page);
  return page;
}

/** Resolves once the page's socket is connected. Call before the app opens. */
export function whenConnected(page: Page): Promise<void> {
  // Socket.IO's connect packet.
  return whenFrame(page, (text) => text.startsWith('40'));
}

/** Resolves once the page has received an event. Call before the app opens. */
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

/** Delays a script of the app until it is released, as on a slow network. */
export async function holdScript(page: Page, name: string): Promise<{ release(): void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/assets/${name}-*`, async (route) => {
    await promise;
    await route.continue();
  });
  return { release: resolve };
}

/** Waits until a message is delivered to a page of the recipient. */
export async function expectDelivered(from: Person, to: Person): Promise<void> {
  const deliveredAt = async () =>
    (await from.client.calls.listMessages({ userId: to.userId, limit: 1 })).messages[0]?.deliveredAt ?? null;
  await expect.poll(deliveredAt).not.toBeNull();
}

export async function signInToChat(page: Page, member: Person, partner: Person): Promise<void> {
  await signIn(page, member, `/chat/${partner.userId}`);
  await expectChatWith(page, partner);
}

export async function openChat(page: Page, partner: Person): Promise<void> {
  await page.goto(`/chat/${partner.userId}`);
  await expectChatWith(page, partner);
}

async function expectChatWith(page: Page, partner: Person): Promise<void> {
  // A whole page load on a busy machine.
  await expect(page.getByRole('heading', { level: 1, name: partner.name })).toBeVisible({ timeout: 30_000 });
  await expect(messageField(page)).toBeVisible();
}

export const messageField = (page: Page): Locator =>
  page.getByRole('textbox', { name: 'Message', exact: true });

export async function write(page: Page, text: string): Promise<void> {
  await messageField(page).fill(text);
  await messageField(page).press('Enter');
}

/** Records with the fake microphone for long enough, and sends. */
export async function speak(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Record a voice message' }).click();
  await expect(page.getByText(/^0:5[0-8] left$/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Send' }).click();
}

export const rows = (page: Page): Locator => page.locator('[data-row]');

/** The row of one message, excluding quotes of it in replies. */
export const messageRow = (page: Page, text: string): Locator =>
  rows(page).filter({ has: page.locator(':not(button *)').and(page.getByText(text, { exact: true })) });

/** Opens the actions of a message. */
export async function chooseMessage(page: Page, text: string): Promise<void> {
  await messageRow(page, text).hover();
  await messageRow(page, text).getByRole('button', { name: 'Message options' }).click();
}

export async function sendByApi(from: Person, to: Person, texts: string[]): Promise<void> {
  for (const content of texts) {
    await from.client.calls.sendTextMessage({ userId: to.userId, content, clientMessageId: randomUUID() });
  }
}

/** The stored conversation, oldest first: the text, or 'voice'. */
export async function storedConversation(reader: Person, partner: Person): Promise<string[]> {
  const { messages } = await reader.client.calls.listMessages({ userId: partner.userId, limit: 100 });
  return messages.toReversed().map(({ content }) => content ?? 'voice');
}

/** Takes a page offline, including its sockets, and online again. */
export async function networkOf(page: Page): Promise<{ cut(): Promise<void>; mend(): Promise<void> }> {
  const open = new Set<WebSocketRoute>();
  let isCut = false;
  await page.routeWebSocket(/\/socket\.io\//, (route) => {
    // Routed sockets bypass the page's offline mode: without this an offline page could reconnect.
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
