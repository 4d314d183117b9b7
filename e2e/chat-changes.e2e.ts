import { expect, type Page } from '@playwright/test';
import {
  chooseMessage,
  messageField,
  messageRow,
  networkOf,
  newVisitor,
  sendByApi,
  signInToChat,
  storedConversation,
  whenConnected,
  write,
} from './conversations.ts';
import { journey } from './journey.ts';
import { createMember, signIn } from './people.ts';

const quoteIn = (page: Page, text: string) =>
  messageRow(page, text).getByRole('button', { name: /^In reply to/ });
const choose = async (page: Page, text: string, action: string) => {
  await chooseMessage(page, text);
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
};

journey(
  'a reply quotes a message and leads to it, also far up; its target is part of the draft',
  async ({ page, server, browser, faults, expectAccessible }) => {
    journey.slow();
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await sendByApi(ben, ana, [
      'Hola, ¿qué tal la playa?',
      ...Array.from({ length: 120 }, (_, n) => `line ${n}`),
    ]);
    const { messages } = await ana.client.calls.listMessages({ userId: ben.userId, limit: 1, offset: 120 });
    const repliesTo = messages[0]?.chatMessageId ?? '';
    await ana.client.calls.sendTextMessage({ userId: ben.userId, content: 'Muy bonita', repliesTo });
    await ana.client.calls.markRead({ userId: ben.userId });
    await sendByApi(ben, ana, ['Me alegro']);

    await signInToChat(page, ana, ben);
    await expect(quoteIn(page, 'Muy bonita')).toContainText('Hola, ¿qué tal la playa?');
    await expect(messageRow(page, 'Hola, ¿qué tal la playa?')).toHaveCount(0);
    await quoteIn(page, 'Muy bonita').click();
    const target = page.locator('[data-row]:focus');
    await expect(target).toContainText('Hola, ¿qué tal la playa?', { timeout: 30_000 });
    await expect(target).toBeInViewport();
    await page.getByRole('button', { name: 'Jump to latest' }).click();

    await choose(page, 'Me alegro', 'Reply');
    await expect(messageField(page)).toBeFocused();
    const target2 = page.getByRole('status').filter({ hasText: 'Reply to Ben' });
    await expect(target2).toBeVisible();
    await expectAccessible();
    await messageField(page).press('Escape');
    await expect(target2).toHaveCount(0);
    // By a key on the message; the reply is saved with the draft.
    await messageRow(page, 'Me alegro').getByRole('button', { name: 'Message options' }).focus();
    await page.keyboard.press('r');
    await expect(messageField(page)).toBeFocused();
    await messageField(page).fill('Yo también');
    await page.reload();
    await expect(target2).toBeVisible();
    await expect(messageField(page)).toHaveValue('Yo también');
    const other = await newVisitor(browser, server.url, faults);
    await signInToChat(other, ben, ana);
    await messageField(page).press('Enter');
    for (const side of [page, other]) await expect(quoteIn(side, 'Yo también')).toContainText('Me alegro');
    await expect(target2).toHaveCount(0);
  },
);

journey(
  'a deleted message goes on both sides at once: conversation, quotes, list, popup and unread number',
  async ({ page, server, browser, faults }) => {
    journey.slow();
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await sendByApi(ana, ben, ['hello', 'a secret']);
    const { messages } = await ben.client.calls.listMessages({ userId: ana.userId, limit: 1 });
    const repliesTo = messages[0]?.chatMessageId ?? '';
    await ben.client.calls.sendTextMessage({ userId: ana.userId, content: 'oh', repliesTo });
    const other = await newVisitor(browser, server.url, faults);
    await signInToChat(other, ben, ana);
    await expect(quoteIn(other, 'oh')).toContainText('a secret');

    await signInToChat(page, ana, ben);
    await choose(page, 'a secret', 'Delete');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(messageRow(page, 'a secret')).toBeVisible();
    await choose(page, 'a secret', 'Delete');
    await page
      .getByRole('dialog', { name: 'Delete this message?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    for (const side of [page, other]) {
      await expect(messageRow(side, 'Message deleted')).toHaveCount(1);
      await expect(quoteIn(side, 'oh')).toContainText('Message deleted');
      await expect(side.getByText('a secret')).toHaveCount(0);
    }
    await page.reload();
    await expect(quoteIn(page, 'oh')).toContainText('Message deleted');

    // Popup, list and unread number of another page follow.
    const connected = whenConnected(other);
    await other.goto('/chats');
    await connected;
    await write(page, 'written by mistake');
    const popup = other.getByRole('article').filter({ hasText: 'written by mistake' });
    await popup.hover();
    await expect(other).toHaveTitle(/^\(1\)/);
    await choose(page, 'written by mistake', 'Delete');
    await page
      .getByRole('dialog', { name: 'Delete this message?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect(popup).toHaveCount(0);
    await expect(other).not.toHaveTitle(/^\(/);
    await expect(other.getByRole('link', { name: /Ana/ })).toContainText('Message deleted');
  },
);

journey(
  'an edit shows on both sides; made offline it waits, and a refusal keeps the words',
  async ({ page, server, browser, faults }) => {
    journey.slow();
    faults.allow(/ERR_INTERNET_DISCONNECTED|status of 403/);
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await sendByApi(ben, ana, ['Hola']);
    await sendByApi(ana, ben, ['I goed home']);
    const other = await newVisitor(browser, server.url, faults);
    await signInToChat(other, ben, ana);
    const network = await networkOf(page);
    await signInToChat(page, ana, ben);

    // The first key press on a page loads the module that handles it, so the press is repeated.
    await expect(async () => {
      await messageField(page).press('ArrowUp');
      await expect(messageField(page)).toHaveValue('I goed home', { timeout: 1000 });
    }).toPass();
    await messageField(page).press('Escape');
    await expect(messageField(page)).toHaveValue('');
    await messageField(page).fill('half a draft');
    await choose(page, 'I goed home', 'Edit');
    await expect(messageField(page)).toHaveValue('I goed home');
    await messageField(page).fill('I went home');
    await messageField(page).press('Enter');
    await expect(messageField(page)).toHaveValue('half a draft');
    for (const side of [page, other]) await expect(messageRow(side, 'I went home')).toContainText('Edited');

    await network.cut();
    await choose(page, 'I went home', 'Edit');
    await messageField(page).fill('I went home early');
    await messageField(page).press('Enter');
    await expect(messageRow(page, 'I went home early')).toContainText('Sending...');
    expect(await storedConversation(ana, ben)).toEqual(['Hola', 'I went home']);
    await network.mend();
    await expect(messageRow(other, 'I went home early')).toBeVisible({ timeout: 30_000 });
    await expect(messageRow(page, 'I went home early')).toContainText('Edited');

    // A concurrent correction by the partner: the edit is refused, and its text stays until the sender decides.
    await network.cut();
    await choose(page, 'I went home early', 'Edit');
    await messageField(page).fill('I went home late');
    await messageField(page).press('Enter');
    await expect(messageRow(page, 'I went home late')).toContainText('Sending...');
    const { messages } = await ben.client.calls.listMessages({ userId: ana.userId, limit: 1 });
    await ben.client.calls.sendTextMessage({
      userId: ana.userId,
      content: 'I went home early.',
      corrects: { chatMessageId: messages[0]?.chatMessageId ?? '', kind: 'natural' },
    });
    await network.mend();
    const refused = messageRow(page, 'I went home late');
    await expect(refused.getByRole('alert')).toContainText('can no longer be edited', { timeout: 30_000 });
    await refused.getByRole('button', { name: 'Cancel' }).click();
    await expect(messageRow(page, 'I went home early')).toBeVisible();
    await expect(messageRow(page, 'I went home late')).toHaveCount(0);
  },
);

journey(
  'pages loaded before a disconnect apply the edits and deletions made during it',
  async ({ page, server, faults }) => {
    journey.slow();
    faults.allow(/ERR_INTERNET_DISCONNECTED/);
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await sendByApi(ben, ana, [
      'the first',
      'the second',
      ...Array.from({ length: 60 }, (_, n) => `line ${n}`),
    ]);
    const network = await networkOf(page);
    await signInToChat(page, ana, ben);
    const list = page.getByRole('region', { name: 'Messages', exact: true });
    await expect(async () => {
      await list.evaluate((element) => element.scrollTo(0, 0));
      await expect(messageRow(page, 'the first')).toBeVisible({ timeout: 500 });
    }).toPass();
    await network.cut();
    const { messages } = await ben.client.calls.listMessages({ userId: ana.userId, limit: 2, offset: 60 });
    const [second, first] = messages.map(({ chatMessageId }) => chatMessageId);
    await ben.client.calls.deleteMessage({ chatMessageId: first ?? '' });
    await ben.client.calls.updateMessage({ chatMessageId: second ?? '', content: 'the second, edited' });
    await network.mend();
    await expect(messageRow(page, 'the second, edited')).toBeVisible({ timeout: 30_000 });
    await expect(messageRow(page, 'the first')).toHaveCount(0);
    await expect(messageRow(page, 'Message deleted')).toBeVisible();
  },
);

journey.describe('with a finger', () => {
  journey.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  journey('a swipe along the line replies, and one along the page scrolls', async ({ page, server }) => {
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await sendByApi(
      ben,
      ana,
      Array.from({ length: 30 }, (_, n) => `line ${n}`),
    );
    await ana.client.calls.markRead({ userId: ben.userId });
    await signIn(page, ana, `/chat/${ben.userId}`);
    const row = messageRow(page, 'line 25');
    await expect(row).toBeVisible();
    await page.touchscreen.tap(200, 120);
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
      });
    const drag = async (dx: number, dy: number) => {
      const box = await row.boundingBox();
      const [x, y] = [195, (box?.y ?? 0) + 20];
      await touch('touchStart', x, y);
      for (const part of [0.2, 0.4, 0.6, 0.8, 1]) await touch('touchMove', x + dx * part, y + dy * part);
      await touch('touchEnd');
    };
    const target = page.locator('[data-composer]').locator('xpath=ancestor::div[3]').getByText('line 25');
    const list = page.locator('[data-row]').last().locator('xpath=ancestor::*[@tabindex="0"][1]');
    const scrolled = () => list.evaluate((element) => element.scrollTop);
    const before = await scrolled();
    await drag(-90, 0);
    // A busy machine joins moves of the finger, so that one drag scrolls less.
    await expect(async () => {
      await drag(20, 200);
      expect(await scrolled()).toBeLessThan(before - 100);
    }).toPass();
    await expect(target).toHaveCount(0);
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(async () => {
      await drag(90, 0);
      await expect(target).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(page.locator('[data-composer]')).toBeFocused();
  });
});
