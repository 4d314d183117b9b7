import { expect, type Page } from '@playwright/test';
import {
  chooseMessage,
  messageField,
  messageRow,
  networkOf,
  newVisitor,
  openChat,
  sendByApi,
  signInToChat,
  storedConversation,
  whenConnected,
} from './conversations.ts';
import { journey } from './journey.ts';
import { createMember, signIn } from './people.ts';

const choose = async (page: Page, text: string, action: string) => {
  await chooseMessage(page, text);
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
};
const edit = async (page: Page, from: string, to: string) => {
  await choose(page, from, 'Edit');
  await messageField(page).fill(to);
  await messageField(page).press('Enter');
};

/** Outbox entries in IndexedDB that a tab of 1.0.0 would send: those without a failure. */
const sentByFirstRelease = (page: Page, userId: string) =>
  page.evaluate(async (name) => {
    const request = indexedDB.open(name);
    await new Promise((resolve) => request.addEventListener('success', resolve));
    const all = request.result.transaction('outbox').objectStore('outbox').getAll();
    await new Promise((resolve) => all.addEventListener('success', resolve));
    request.result.close();
    const entries: { failure: string | null; content: string | null }[] = all.result;
    return { stored: entries.length, sent: entries.filter(({ failure }) => failure === null).length };
  }, `parlance-chat-${userId}`);

journey(
  'an edit and a deletion in one tab show in the other; a change queued offline runs once',
  async ({ page, context, server, browser, faults }) => {
    journey.slow();
    faults.allow(/ERR_INTERNET_DISCONNECTED/);
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await sendByApi(ana, ben, ['I goed home', 'a secret']);
    const network = await networkOf(page);
    await signInToChat(page, ana, ben);
    const second = await context.newPage();
    faults.watch(second);
    const secondNetwork = await networkOf(second);
    await openChat(second, ben);
    const other = await newVisitor(browser, server.url, faults);
    await signInToChat(other, ben, ana);

    await edit(page, 'I goed home', 'I went home');
    await expect(messageRow(second, 'I went home')).toContainText('Edited');
    await choose(second, 'a secret', 'Delete');
    await second.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    for (const side of [page, other]) await expect(messageRow(side, 'Message deleted')).toBeVisible();

    const updates: string[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/update')) updates.push(request.postData() ?? '');
    });
    await network.cut();
    await secondNetwork.cut();
    await edit(page, 'I went home', 'I went home early');
    for (const tab of [page, second])
      await expect(messageRow(tab, 'I went home early')).toContainText('Sending...');
    expect(await sentByFirstRelease(page, ana.userId)).toEqual({ stored: 1, sent: 0 });
    updates.length = 0;
    await secondNetwork.mend();
    await network.mend();
    await expect(messageRow(other, 'I went home early')).toBeVisible({ timeout: 30_000 });
    for (const tab of [page, second])
      await expect(messageRow(tab, 'I went home early')).toContainText('Edited', { timeout: 30_000 });
    await expect.poll(() => sentByFirstRelease(page, ana.userId)).toEqual({ stored: 0, sent: 0 });
    expect(updates).toHaveLength(1);
    expect(await storedConversation(ana, ben)).toEqual(['I went home early', 'voice']);
  },
);

journey(
  'the note that the partner writes moves nothing, goes after five seconds, and is told to screen readers at most once a minute',
  async ({ page, server, browser, faults }) => {
    journey.slow();
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await sendByApi(ben, ana, ['Hola']);
    await sendByApi(ana, ben, ['Hello']);
    const other = await newVisitor(browser, server.url, faults);
    await signInToChat(other, ben, ana);
    await page.clock.install();
    const connected = whenConnected(page);
    await signIn(page, ana, `/chat/${ben.userId}`);
    await connected;
    await expect(messageRow(page, 'Hola')).toBeVisible();
    const shown = page.locator('p[aria-hidden="true"]').filter({ hasText: 'Ben is writing…' });
    const said = page.locator('p[aria-live="polite"]').filter({ hasText: 'Ben is writing…' });
    /** Types until the note is there: the module of the note loads on the first input, and typing is throttled. */
    const type = () =>
      expect(async () => {
        await page.mouse.move(10, 10);
        await messageField(other).pressSequentially('a');
        await expect(shown).toHaveCount(1, { timeout: 3500 });
      }).toPass();
    const pass = async (seconds: number) => {
      await page.clock.fastForward(seconds * 1000);
      await expect(shown).toHaveCount(0);
    };
    const place = await messageRow(page, 'Hola').boundingBox();
    await type();
    await expect(said).toHaveCount(1);
    expect(await messageRow(page, 'Hola').boundingBox()).toEqual(place);
    await pass(6);
    expect(await messageRow(page, 'Hola').boundingBox()).toEqual(place);
    await type();
    await expect(said).toHaveCount(0);
    await pass(60);
    await type();
    await expect(said).toHaveCount(1);
  },
);
