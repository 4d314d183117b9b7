import { randomUUID } from 'node:crypto';
import { createCallPort } from '@parlance/client/call';
import { createRealtime } from '@parlance/client/realtime';
import { expect, type Locator, type Page } from '@playwright/test';
import { createSessionNow, type SessionNow } from './calls.ts';
import { journey } from './journey.ts';
import { expectNothingSideways } from './layout.ts';
import { type Person, signIn } from './people.ts';
import { zoneAtNoon } from './schedule.ts';
import type { ServerProcess } from './server-process.ts';

journey.use({ timezoneId: zoneAtNoon });

const sentences = [
  'Hoy he comido una manzana muy rica en casa de mi abuela',
  'Mañana vamos a la playa con los niños y los perros',
  'Me gusta mucho leer novelas por la noche antes de dormir',
  'El tren llegó tarde otra vez y perdí la primera clase',
  '¿Quieres tomar un café conmigo esta tarde después del trabajo?',
  'Gestern habe ich mit meiner Schwester lange telefoniert und gelacht',
];

async function practise(ana: Person, ben: Person): Promise<void> {
  const { calls } = ana.client;
  for (const content of sentences) await calls.sendTextMessage({ userId: ben.userId, content });
  const reviewedAt = new Date();
  for (const text of ['uno', 'dos', 'tres']) {
    const { phraseId } = await calls.createPhrase({ languageCode: 'es', text });
    const review = { reviewId: randomUUID(), phraseId, rating: 'easy', reviewedAt } as const;
    if (text !== 'tres') await calls.reviewPhrases({ reviews: [review] });
  }
}

/** Both join their session, and the owner talks for most of a minute. */
async function talk(server: ServerProcess, { owner, guest, slot }: SessionNow): Promise<void> {
  const { scheduleSlotId } = slot;
  const sit = async ({ client }: Person) => {
    const realtime = createRealtime({ baseUrl: server.url, sockets: true, tokens: client.session.tokens });
    await realtime.whenConnected();
    const [call, peerId] = [createCallPort(realtime), randomUUID()];
    await call.emit('call:join', { scheduleSlotId, peerId });
    return { realtime, call, peerId };
  };
  const [own, theirs] = [await sit(owner), await sit(guest)];
  for (let round = 0; round < 3; round += 1) {
    await server.advanceClock(20_000);
    for (const { call, peerId } of [own, theirs]) await call.emit('call:alive', { scheduleSlotId, peerId });
  }
  await own.call.emit('call:talk', { scheduleSlotId, peerId: own.peerId, firstMs: 50_000, secondMs: 0 });
  for (const { realtime, call, peerId } of [own, theirs]) {
    await call.emit('call:leave', { scheduleSlotId, peerId });
    realtime.close();
  }
  await server.advanceClock(-60_000);
}

const figure = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** The numbers of the table, earliest week first, in drawing order. */
async function numbersIn(part: Locator): Promise<number[][]> {
  await part.getByRole('button', { name: 'Show as table' }).click();
  const rows = await part.getByRole('row').all();
  const cells = await Promise.all(rows.slice(1).map((row) => row.getByRole('cell').allInnerTexts()));
  return cells.map((row) => row.map((cell) => Number.parseInt(cell, 10) || 0)).toReversed();
}

/** The bar heights of each week, bottom up, in pixels. */
const heightsIn = (part: Locator): Promise<number[][]> =>
  part
    .getByRole('img')
    .evaluate((plot) =>
      [...plot.querySelectorAll(':scope > g')].map((week) =>
        [...week.querySelectorAll('rect')].map((bar) => bar.height.baseVal.value),
      ),
    );

/** Every number of the table must have a bar of matching height, and there must be no other bar. */
async function expectSameNumbers(part: Locator, top: number): Promise<number[][]> {
  const numbers = await numbersIn(part);
  expect(numbers).toHaveLength(12);
  const plotHeight = 160;
  const expected = numbers.map((row) => row.filter(Boolean).map((value) => (value / top) * plotHeight));
  const drawn = await heightsIn(part);
  expect(drawn.map((bars) => bars.map(Math.round))).toEqual(expected.map((bars) => bars.map(Math.round)));
  return numbers;
}

journey(
  'the week of a member stands on the dashboard, leads to plots, wide and narrow, and each has a table with the same numbers, also in print',
  async ({ page, server, expectAccessibleInBothSchemes }) => {
    journey.slow();
    const session = await createSessionNow(server);
    const { owner: ana, guest: ben } = session;
    await practise(ana, ben);
    await talk(server, session);
    await signIn(page, ana);
    await page.mouse.move(50, 50);
    const week = page.getByRole('region', { name: 'Your week' });
    await expect(week).toContainText(/1 of \d days? this week/);
    await expect(week).toContainText('1 session');
    await expect(week).toContainText('2 phrases reviewed');
    await expect(week).toContainText('3 phrases saved');
    await expect(week).toContainText('Daily goal: 1 of 10 minutes today');
    await expectAccessibleInBothSchemes(week);
    await week.getByRole('link').click();
    await expect(page).toHaveURL('/progress');
    await expect(page.getByRole('heading', { level: 1, name: 'Your progress' })).toBeVisible();

    const messages = figure(page, 'Languages of your messages');
    await expect(messages.getByRole('img')).toBeVisible();
    const shares = await expectSameNumbers(messages, 100);
    expect(shares.at(-1)).toEqual([85, 15]);
    expect(await expectSameNumbers(figure(page, 'Phrases in your book'), 3)).toEqual([
      ...Array<number[]>(11).fill([0, 0]),
      [0, 3],
    ]);
    const reviewed = await expectSameNumbers(figure(page, 'Phrases reviewed'), 2);
    expect(reviewed.at(-1)).toEqual([2]);
    const minutes = figure(page, 'Minutes talked');
    expect((await expectSameNumbers(minutes, 1)).at(-1)).toEqual([1]);
    await expect(minutes).toContainText(/(Spanish|German): 1 min/);
    await expectAccessibleInBothSchemes();
    await page.setViewportSize({ width: 360, height: 780 });
    await expectNothingSideways(page);
    expect((await heightsIn(messages)).map((bars) => bars.map(Math.round)).at(-1)).toEqual([136, 24]);

    await page.setViewportSize({ width: 1280, height: 800 });
    await page.reload();
    const table = messages.locator('table');
    await expect(messages.getByRole('img')).toBeVisible();
    await expect(table).toBeHidden();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(table).toBeVisible();
    for (const around of [page.getByRole('banner'), page.getByRole('contentinfo')])
      await expect(around).toBeHidden();
    await expect(page.getByRole('button')).toHaveCount(0);
    const paper = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    expect(paper).toBe('light');
  },
);
