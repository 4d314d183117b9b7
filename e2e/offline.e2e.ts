import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import {
  messageField,
  messageRow,
  networkOf,
  openChat,
  signInToChat,
  storedConversation,
  write,
} from './conversations.ts';
import { journey } from './journey.ts';
import { keepApp } from './kept-app.ts';
import { createMember, signInHere } from './people.ts';
import type { ServerProcess } from './server-process.ts';

// Enables the service worker, which is blocked in all other journeys.
journey.use({ serviceWorkers: 'allow' });

const memberLinks = ['Find Partners', 'Upcoming Chats', 'Messages', 'Phrases', 'Profile'];
const visitorLinks = ['Features', 'Sign Up'];

/** All cache entries, with the content of text ones. */
const readCaches = (page: Page) =>
  page.evaluate(async () => {
    const found: { path: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request, { ignoreVary: true });
        const isText = /text|json|javascript/.test(answer?.headers.get('content-type') ?? '');
        found.push({
          path: new URL(request.url).pathname,
          text: isText ? ((await answer?.text()) ?? '') : '',
        });
      }
    }
    return found;
  });

journey(
  'without a connection the app opens, shows what waits to be sent, and sends it once it is back',
  async ({ page, server, faults }) => {
    journey.slow();
    faults.expect(/ERR_INTERNET_DISCONNECTED/);
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    const network = await networkOf(page);
    await signInToChat(page, ana, ben);
    await keepApp(page);
    await page.reload();
    await expect(messageField(page)).toBeVisible();
    await network.cut();
    await write(page, 'written on a train');
    await messageField(page).fill('a draft in a tunnel');
    await expect(page.getByText('Sending...')).toBeVisible();
    await expect(messageField(page)).toHaveValue('a draft in a tunnel');

    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto('/settings');
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await expect(navigation.getByRole('link')).toHaveText(memberLinks);
    const waiting = page.getByRole('region', { name: 'Waiting to be sent' });
    await expect(waiting.getByRole('listitem')).toHaveText(['written on a train']);
    await expect(page.getByRole('region', { name: 'Drafts' }).getByRole('listitem')).toHaveText([
      'a draft in a tunnel',
    ]);

    await network.mend();
    // The page reloads by itself; the outbox is flushed from any screen.
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await expect.poll(() => storedConversation(ana, ben)).toEqual(['written on a train']);
    await openChat(page, ben);
    await expect(messageField(page)).toHaveValue('a draft in a tunnel');
  },
);

journey(
  'nothing private is cached, and the next person at this browser finds nothing of the last',
  async ({ page, server, faults }) => {
    journey.slow();
    faults.expect(/ERR_INTERNET_DISCONNECTED/);
    const [ana, ben] = [await createMember(server, 'Ana-in-private'), await createMember(server, 'Ben')];
    const image = new File([await (await fetch(`${server.url}/icons/icon-192.png`)).arrayBuffer()], 'a.png', {
      type: 'image/png',
    });
    await ben.client.calls.updateProfileImage({ image });
    await signInToChat(page, ana, ben);
    await keepApp(page);
    await page.reload();
    await write(page, 'for your eyes only');
    await expect(messageRow(page, 'for your eyes only')).toContainText('Sent');
    for (const path of ['/settings', `/profile/${ben.userId}`, '/appointments', '/dashboard']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }

    const kept = await readCaches(page);
    expect(kept.length).toBeGreaterThan(50);
    const isShell = (path: string) =>
      /^\/(?:assets\/[\w.-]+|icons\/[\w.-]+|favicon\.svg|manifest\.webmanifest)?$/.test(path);
    expect(kept.map(({ path }) => path).filter((path) => !isShell(path))).toEqual([]);
    const secrets = ['for your eyes only', ana.name, ana.mailbox.address, ana.userId, ben.userId];
    for (const secret of secrets) expect(kept.filter(({ text }) => text.includes(secret))).toEqual([]);

    await page.goto('/settings');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    await page.context().setOffline(true);
    await page.goto('/chats');
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(visitorLinks);
    await expect(page.getByRole('region', { name: 'Waiting to be sent' })).toHaveCount(0);
    await expect(page.getByText('for your eyes only')).toHaveCount(0);
    await page.context().setOffline(false);
    // The app detects that there is no session.
    await expect(page).toHaveURL('/login');
    await signInHere(page, ben.mailbox);
    await expect(page).toHaveURL('/chats');
    const after = (await readCaches(page)).map(({ path }) => path);
    expect(after.filter((path) => !isShell(path))).toEqual([]);
  },
);

journey('the app can be installed', async ({ page, server }) => {
  await page.goto('/dashboard');
  await keepApp(page);
  const address = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = await (await fetch(server.url + address)).json();
  expect(manifest).toMatchObject({ name: 'Parlance', start_url: '/dashboard', display: 'standalone' });
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (url) => {
      const picture = new Image();
      picture.src = url;
      await picture.decode();
      return `${picture.naturalWidth}x${picture.naturalHeight}`;
    }, src as string);
    if (sizes !== 'any') expect(size).toBe(sizes);
  }
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Journeys run in a private window, which can never install an app.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
});

/** The same server behind another address, where a new version of the app can be released. */
async function releasing(server: ServerProcess) {
  let isReleased = false;
  const front = createServer(async (request, response) => {
    const answer = await fetch(server.url + request.url, {
      headers: { accept: request.headers.accept ?? '*/*' },
    });
    const body = Buffer.from(await answer.arrayBuffer());
    const headers = new Headers(answer.headers);
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name);
    response.writeHead(answer.status, Object.fromEntries(headers));
    const isWorker = isReleased && request.url === '/sw.js';
    response.end(isWorker ? body.toString().replace(/"version":"\w+"/, '"version":"next"') : body);
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    release: () => {
      isReleased = true;
    },
    close: () => front.close(),
  };
}

journey('offers a new version and activates it only on request', async ({ page, server }) => {
  const front = await releasing(server);
  await page.goto(`${front.url}/features`);
  await keepApp(page);
  await page.reload();
  await keepApp(page);
  await page.evaluate(() => Object.assign(window, { isTheSamePage: true }));
  const isTheSamePage = () => page.evaluate(() => 'isTheSamePage' in window);

  front.release();
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  const notice = page.getByRole('status').filter({ hasText: 'A new version is ready' });
  await expect(async () => {
    await page.mouse.move(30, 30 + 60 * Math.random());
    await expect(notice).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await isTheSamePage()).toBe(true);
  const reloaded = page.waitForEvent('load');
  await notice.getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  expect(await isTheSamePage()).toBe(false);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => caches.keys())).toContain('shell-next');
  front.close();
});
