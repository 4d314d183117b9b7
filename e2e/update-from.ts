import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect } from '@playwright/test';
import { launchOptions } from './chromium.ts';
import {
  messageField,
  networkOf,
  openChat,
  signInToChat,
  storedConversation,
  write,
} from './conversations.ts';
import { expectOwnWorker, keepApp } from './kept-app.ts';
import { createMember } from './people.ts';
import { deliver, shownPushes } from './push-browser.ts';
import { startServer } from './server-process.ts';

// `npm run proof:update -- <folder>`: a browser with the app of an earlier version, built in that folder, meets this version on the same
// data and address. Prints what was seen and fails at the first difference.
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('npm run proof:update -- <folder of the earlier version, built>');
const patience = { timeout: 60_000 };
const tell = (seen: string) => process.stdout.write(`ok   ${seen}\n`);

const dataFolder = mkdtempSync(join(tmpdir(), 'parlance-update-'));
let server = await startServer({ DATA_DIR: dataFolder }, join(folder, 'e2e'));
const { port } = new URL(server.url);
const browser = await chromium.launch(launchOptions);
try {
  const context = await browser.newContext({ baseURL: server.url, permissions: ['notifications'] });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message));
  const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
  const network = await networkOf(page);
  await signInToChat(page, ana, ben);
  await keepApp(page);
  await page.reload();
  await expect(messageField(page)).toBeVisible(patience);
  const before = await page.evaluate(() => caches.keys());
  tell(`the earlier version is stored: ${before}`);

  await network.cut();
  await write(page, 'written before the update');
  await messageField(page).fill('begun before the update');
  await expect(page.getByText('Sending...')).toBeVisible(patience);
  await server.stop();
  server = await startServer({ DATA_DIR: dataFolder, PORT: port });
  await network.mend();
  await expect.poll(() => storedConversation(ana, ben), patience).toEqual(['written before the update']);
  tell('the open page of the earlier version sends what waited, to this version');

  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  const notice = page.getByRole('status').filter({ hasText: 'A new version is ready' });
  await expect(async () => {
    await page.mouse.move(30, 30 + 60 * Math.random());
    await expect(notice).toBeVisible({ timeout: 500 });
  }).toPass(patience);
  const reloaded = page.waitForEvent('load');
  await notice.getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  await expect(messageField(page)).toHaveValue('begun before the update', patience);
  await expectOwnWorker(page);
  const after = await page.evaluate(() => caches.keys());
  expect(after).toEqual([...before, expect.stringMatching(/^shell-/)]);
  tell(`Reload opens this version with the draft; caches: ${after}`);

  await network.cut();
  await write(page, 'written after the update');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible(patience);
  const waiting = page.getByRole('region', { name: 'Waiting to be sent' }).getByRole('listitem');
  await expect(waiting).toHaveText(['written after the update']);
  await network.mend();
  const both = ['written before the update', 'written after the update'];
  await expect.poll(() => storedConversation(ana, ben), patience).toEqual(both);
  tell('without a connection this version opens, and later sends what waited');

  const push = { title: 'Ben', body: '1 new message', tag: 'parlance-chat', path: '/appointments' };
  await openChat(page, ben);
  await deliver(context, page, { ...push, unread: 1, lang: 'en' });
  await expect.poll(() => shownPushes(page), patience).toMatchObject([{ title: 'Ben', tag: push.tag }]);
  tell('a push message is shown');
  expect(faults).toEqual([]);
} finally {
  await browser.close();
  await server.stop();
  rmSync(dataFolder, { recursive: true, force: true });
}
