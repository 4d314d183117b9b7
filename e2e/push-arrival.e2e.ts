import { endTest } from '@parlance/server/test/after-test';
import { startPushService } from '@parlance/server/test/push-service';
import { expect } from '@playwright/test';
import { sendByApi } from './conversations.ts';
import { journey } from './journey.ts';
import { keepApp } from './kept-app.ts';
import { createMember, signIn } from './people.ts';
import { clickNotification, deliver, replaceSubscription } from './push-browser.ts';
import { startServer } from './server-process.ts';

journey.afterEach(async () => {
  await endTest();
});

// As text: the types of service workers are not those of pages. A headless browser has no badge and opens no window without a real press.
const record = `
  self.acts = [];
  navigator.setAppBadge = async (count) => void self.acts.push(['badge', count]);
  Clients.prototype.openWindow = async (path) => void self.acts.push(['open', path]);
  true;`;
const openPages = `self.clients.matchAll({ includeUncontrolled: true }).then((all) => all.length)`;
const shown = `self.registration.getNotifications().then((all) => all.map(({ title, body, tag }) => [title, body, tag]))`;

journey(
  'a message reaches the closed app through a push service that verifies and decrypts; a press opens the conversation',
  async ({ browser }) => {
    journey.slow();
    const push = await startPushService();
    const settings = { ...push.env, JOURNEY_PUSH_NETWORK: JSON.stringify(push.network) };
    const server = await startServer(settings);
    const context = await browser.newContext({
      baseURL: server.url,
      permissions: ['notifications'],
      serviceWorkers: 'allow',
    });
    try {
      const page = await context.newPage();
      const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
      await sendByApi(ana, ben, ['Hello']);
      await ana.client.calls.setPreference({ name: 'push-quiet', value: '' });
      await replaceSubscription(page, push.subscribe());
      await signIn(page, ana, '/settings');
      await keepApp(page);
      await page.getByRole('button', { name: 'Turn on notifications' }).click();
      // A page that is left before this registers nothing.
      await expect(page.getByText('This device tells you of new messages')).toBeVisible();

      const [worker] = context.serviceWorkers();
      await worker?.evaluate(record);
      await page.goto('about:blank');
      await expect.poll(() => worker?.evaluate(openPages)).toBe(0);
      await sendByApi(ben, ana, ['A secret plan']);
      // Ana was connected a moment ago, so the notification waits in case that she reads.
      await server.advanceClock(11_000);
      const tag = `parlance-chat-${ben.userId}`;
      await expect.poll(() => push.arrived.map((one) => one.tag)).toContain(tag);
      expect(push.refusals).toEqual([]);
      const arrived = push.arrived.find((one) => one.tag === tag);
      expect(JSON.stringify(arrived)).not.toContain('secret');
      const { title, body, path, unread, lang } = arrived ?? {};
      await deliver(context, page, { title, body, tag, path, unread, lang }, new URL(server.url));
      const own = `${shown}.then((all) => all.filter(([, , tag]) => tag === '${tag}'))`;
      await expect.poll(() => worker?.evaluate(own)).toEqual([['Ben', '1 new message', tag]]);
      expect(await worker?.evaluate('self.acts')).toEqual([['badge', 1]]);

      await clickNotification(context, tag);
      const opened = [
        ['badge', 1],
        ['open', `/chat/${ben.userId}`],
      ];
      await expect.poll(() => worker?.evaluate('self.acts')).toEqual(opened);
      expect(await worker?.evaluate(own)).toEqual([]);
    } finally {
      await context.close();
      await server.stop();
    }
  },
);
