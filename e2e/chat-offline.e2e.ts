import { toBody } from '@parlance/contract/error-table';
import { ApiError } from '@parlance/contract/errors';
import { expect, type Page } from '@playwright/test';
import {
  messageField,
  messageRow,
  networkOf,
  openChat,
  rows,
  sendByApi,
  signInToChat,
  speak,
  storedConversation,
  write,
} from './conversations.ts';
import { journey } from './journey.ts';
import { createMember } from './people.ts';

/** The recorder loads on the first use of the page and is needed offline. */
async function untilRecorderLoaded(page: Page): Promise<void> {
  const loaded = () =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/voice-composer-'));
  await page.mouse.move(200, 200);
  await page.mouse.move(210, 210);
  await expect.poll(() => page.evaluate(loaded)).toBe(true);
  await page.waitForLoadState('networkidle');
}

journey(
  'written and spoken offline, reloaded, and delivered once and in order',
  async ({ page, server, faults }) => {
    journey.slow();
    faults.expect(/ERR_INTERNET_DISCONNECTED/);
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    const network = await networkOf(page);
    await signInToChat(page, ana, ben);
    await untilRecorderLoaded(page);
    await network.cut();
    await write(page, 'first');
    await write(page, 'second');
    await speak(page);
    await write(page, 'third');
    await expect(rows(page).filter({ hasText: 'Sending...' })).toHaveCount(4);
    await messageField(page).fill('a draft 日本');
    expect(await storedConversation(ana, ben)).toEqual([]);

    // Offline the page itself does not load; the draft stays.
    await page.reload().catch(() => undefined);
    await network.mend();
    await openChat(page, ben);
    await expect.poll(() => storedConversation(ana, ben)).toEqual(['first', 'second', 'voice', 'third']);
    await expect(messageRow(page, 'third')).toContainText('Sent');
    await expect(rows(page).filter({ hasText: 'Sending...' })).toHaveCount(0);
    await expect(messageField(page)).toHaveValue('a draft 日本');
    await page.reload();
    await expect(messageField(page)).toHaveValue('a draft 日本');
    expect(await storedConversation(ana, ben)).toEqual(['first', 'second', 'voice', 'third']);
  },
);

journey(
  '120 messages missed while disconnected are all there without a reload',
  async ({ page, server, faults }) => {
    journey.slow();
    // Whether a request fails depends on what the page fetches meanwhile.
    faults.allow(/ERR_INTERNET_DISCONNECTED/);
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    const network = await networkOf(page);
    await sendByApi(ben, ana, ['before']);
    await signInToChat(page, ana, ben);
    await expect(messageRow(page, 'before')).toBeVisible();
    await network.cut();
    await expect(page.getByText('No connection.')).toBeVisible();
    const missed = Array.from({ length: 120 }, (_, place) => `missed ${place + 1}`);
    await sendByApi(ben, ana, missed);
    await network.mend();
    await expect(messageRow(page, 'missed 120')).toBeVisible({ timeout: 30_000 });
    await expect.poll(async () => (await ana.client.calls.getChatStat()).unreadMessages).toBe(0);

    const seen = new Set<string>();
    const scroller = page.getByRole('region', { name: 'Messages', exact: true });
    await expect(async () => {
      for (const text of await rows(page).allInnerTexts()) {
        const word = /missed \d+/.exec(text)?.[0];
        if (word) seen.add(word);
      }
      await scroller.evaluate((element) => element.scrollBy(0, -500));
      expect(seen.size).toBe(120);
    }).toPass({ intervals: [50] });
  },
);

journey(
  'a voice message over the limit waits and says until when, texts go on, and another try sends it',
  async ({ page, server, faults, expectAccessibleInBothSchemes }) => {
    journey.slow();
    faults.expect(/status of 429/);
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    const voice = /\/v1\/chat\/dm\/.*\/voice$/;
    const overLimit = new ApiError('TooManyRequests', { timeout: 25 * 3600 });
    await page.route(voice, (route) => route.fulfill({ status: 429, json: toBody(overLimit) }));
    await signInToChat(page, ana, ben);
    await speak(page);
    const limited = rows(page).filter({ hasText: /You have reached a limit. It is sent .*at \d/ });
    await expect(limited).toContainText('Waiting');
    await write(page, 'and a text');
    await expect(messageRow(page, 'and a text')).toContainText('Sent');
    expect(await storedConversation(ana, ben)).toEqual(['and a text']);
    await expectAccessibleInBothSchemes();

    const attempts: string[] = [];
    page.on('request', (request) => voice.test(request.url()) && attempts.push(request.url()));
    page.once('dialog', (dialog) => dialog.accept());
    await page.reload();
    await expect(limited).toContainText('Waiting');
    await expect(messageRow(page, 'and a text')).toBeVisible();
    expect(attempts).toEqual([]);
    await page.unroute(voice);
    await limited.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => storedConversation(ana, ben)).toEqual(['and a text', 'voice']);
    await expect(limited).toHaveCount(0);
  },
);

journey(
  'leaving with unsent text asks at once, also when the dialog code cannot be loaded',
  async ({ page, server, faults }) => {
    faults.expect(/leave-dialog/);
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await page.clock.install();
    await page.route('**/assets/leave-dialog-*', (route) => route.abort('internetdisconnected'));
    await signInToChat(page, ana, ben);
    await messageField(page).fill('half a sent');
    // The clock is paused, so no timer can trigger the request.
    await page.clock.pauseAt(Date.now() + 60_000);
    const close = page.getByRole('link', { name: 'Close conversation' });
    const questions: string[] = [];
    const answerNext = (answer: 'accept' | 'dismiss') =>
      page.once('dialog', async (dialog) => {
        questions.push(dialog.message());
        await dialog[answer]();
      });
    answerNext('dismiss');
    await close.click();
    await expect.poll(() => questions.length).toBe(1);
    expect(questions[0]).toContain('not sent yet');
    await expect(page).toHaveURL(/\/chat\//);
    answerNext('accept');
    await close.click();
    await expect(page).toHaveURL('/chats');
    expect(questions).toHaveLength(2);
  },
);

journey(
  'a reload asks while a recording runs, and not for a text, which is kept',
  async ({ page, server }) => {
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await signInToChat(page, ana, ben);
    const asked: string[] = [];
    page.on('dialog', async (dialog) => {
      asked.push(dialog.type());
      await dialog.dismiss();
    });
    await messageField(page).fill('a draft');
    await page.reload();
    await expect(messageField(page)).toHaveValue('a draft');
    expect(asked).toEqual([]);

    await messageField(page).fill('');
    await page.getByRole('button', { name: 'Record a voice message' }).click();
    await expect(page.getByText(/^0:5[0-8] left$/)).toBeVisible();
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => asked).toEqual(['beforeunload']);
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  },
);

journey(
  'a lost connection before the partner has loaded keeps the composer and its text',
  async ({ page, server, faults }) => {
    faults.allow(/ERR_CONNECTION_RESET/);
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await signInToChat(page, ana, ben);
    const asked: string[] = [];
    const profiles = `**/v1/user/${ben.userId}/profile`;
    await page.route(profiles, (route) => {
      asked.push(route.request().url());
      return route.abort('connectionreset');
    });
    await page.reload();
    await messageField(page).fill('half a sentence');
    // The query fails after its second attempt; a third request is a new retry.
    await expect.poll(() => asked.length).toBeGreaterThan(2);
    await expect(messageField(page)).toHaveValue('half a sentence');
    await page.unroute(profiles);
    await expect(page.getByRole('heading', { level: 1, name: 'Ben' })).toBeVisible();
    await expect(messageField(page)).toHaveValue('half a sentence');
  },
);
