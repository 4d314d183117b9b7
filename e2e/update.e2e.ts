import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createMemoryStorage, refreshTokenKey } from '@parlance/client/token-storage';
import { expect, type Page } from '@playwright/test';
import { messageField, storedConversation } from './conversations.ts';
import { journey } from './journey.ts';
import { expectOwnWorker } from './kept-app.ts';
import { createMember, signInByApi } from './people.ts';
import { deliver, shownPushes } from './push-browser.ts';
import { startServer } from './server-process.ts';

journey.use({ serviceWorkers: 'allow', permissions: ['notifications'] });

const worker = readFileSync(join(import.meta.dirname, 'fixtures/service-worker-1.0.0.js'), 'utf8');
const files = ['/', '/assets/app-00000000.js', '/assets/later-00000000.js'];
const html = `<!doctype html><html lang="en"><head><meta name="version" content="old"><link rel="icon" href="data:,">
  <title>1.0.0</title></head><body><h1>1.0.0</h1><script src="/assets/app-00000000.js"></script></body></html>`;
const script = `navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })`;

const answers: Record<string, [type: string, body: string]> = {
  '/sw.js': ['text/javascript', `const shell = ${JSON.stringify({ version: 'old', files })};\n${worker}`],
  '/assets/app-00000000.js': ['text/javascript', script],
  '/assets/later-00000000.js': ['text/javascript', 'export const isLater = true;'],
};

/** A server with the service worker of 1.0.0 and a page that stands for its app. */
async function startOldServer() {
  const server = createServer((request, response) => {
    const [type, body] = answers[request.url ?? ''] ?? ['text/html', html];
    response.writeHead(200, { 'content-type': type }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Stored {
  token: { key: string; value: string };
  userId: string;
  partnerId: string;
  clientMessageId: string;
}

/** Stores a session, an unsent message and a draft as 1.0.0 does. */
const storeAs100 = (page: Page, stored: Stored) =>
  page.evaluate(async ({ token, userId, partnerId, clientMessageId }) => {
    localStorage.setItem(token.key, token.value);
    const opening = indexedDB.open(`parlance-chat-${userId}`, 2);
    opening.onupgradeneeded = () => {
      const outbox = opening.result.createObjectStore('outbox', { autoIncrement: true });
      outbox.createIndex('clientMessageId', 'clientMessageId', { unique: true });
      opening.result.createObjectStore('drafts');
      opening.result.createObjectStore('owner');
    };
    await new Promise((resolve, reject) => {
      opening.onsuccess = resolve;
      opening.onerror = reject;
    });
    const step = opening.result.transaction(['outbox', 'drafts'], 'readwrite');
    const content = 'written with 1.0.0';
    const message = {
      clientMessageId,
      partnerId,
      content,
      audio: null,
      createdAt: new Date(),
      failure: null,
    };
    step.objectStore('outbox').add(message);
    step.objectStore('drafts').put({ text: 'begun with 1.0.0', audio: null }, partnerId);
    await new Promise((resolve, reject) => {
      step.oncomplete = resolve;
      step.onerror = reject;
    });
    opening.result.close();
  }, stored);

// docs/decisions/service-worker.md
journey(
  'a browser with the service worker of 1.0.0 changes to this version and loses nothing',
  async ({ page, context, faults }) => {
    journey.slow();
    faults.expect(/ERR_INTERNET_DISCONNECTED/);
    const old = await startOldServer();
    const url = `http://127.0.0.1:${old.port}`;
    await page.goto(`${url}/chats`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const oldTab = await context.newPage();
    faults.watch(oldTab);
    for (const tab of [page, oldTab]) {
      await tab.goto(`${url}/chats`);
      expect(await tab.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    }
    await old.stop();
    // Without a server the worker of 1.0.0 shows its page.
    await page.reload();
    await expect(page.getByRole('heading', { name: '1.0.0' })).toBeVisible();

    const server = await startServer({ PORT: String(old.port) });
    try {
      const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
      const storage = createMemoryStorage();
      await signInByApi(server, ana.mailbox, storage);
      await storeAs100(oldTab, {
        token: { key: refreshTokenKey, value: storage.get() ?? '' },
        userId: ana.userId,
        partnerId: ben.userId,
        clientMessageId: randomUUID(),
      });

      await page.goto(`${url}/chats`);
      await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
      await expectOwnWorker(page);
      const caches = await page.evaluate(() => window.caches.keys());
      expect(caches).toEqual(['shell-old', expect.stringMatching(/^shell-\w{12}$/)]);
      await expect.poll(() => storedConversation(ben, ana)).toEqual(['written with 1.0.0']);
      await page.goto(`${url}/chat/${ben.userId}`);
      await expect(messageField(page)).toHaveValue('begun with 1.0.0');

      // The open tab of 1.0.0 has a new worker and still finds its files, which the server has no longer.
      expect((await fetch(`${url}/assets/later-00000000.js`)).status).toBe(404);
      const later = () => oldTab.evaluate((path) => import(path), '/assets/later-00000000.js');
      expect(await later()).toEqual({ isLater: true });

      const push = { title: 'Ben', body: '1 new message', tag: 'parlance-chat-ben', path: '/appointments' };
      await deliver(context, page, { ...push, unread: 1, lang: 'en' });
      const { path: _, ...notification } = push;
      await expect.poll(() => shownPushes(page)).toEqual([notification]);

      await oldTab.close();
      await context.setOffline(true);
      await page.goto(`${url}/settings`);
      await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Drafts' }).getByRole('listitem')).toHaveText([
        'begun with 1.0.0',
      ]);
    } finally {
      await server.stop();
    }
  },
);
