import { expect, type Page } from '@playwright/test';
import { journey } from './journey.ts';
import { keepApp } from './kept-app.ts';
import { createMember, signIn } from './people.ts';
import { clickNotification, deliver, replaceSubscription, shownPushes } from './push-browser.ts';

journey.use({ serviceWorkers: 'allow', permissions: ['notifications'] });

const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const devices = (page: Page) => page.getByRole('list', { name: 'Devices with notifications' });

journey(
  'a device is registered in settings, shows what arrives, and a press opens its screen; signing out ends the subscription',
  async ({ page, context, server }) => {
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await replaceSubscription(page);
    await signIn(page, ana, '/settings');
    await keepApp(page);
    await notices(page).getByRole('button', { name: 'Turn on notifications' }).click();
    await expect(notices(page).getByText('This device tells you of new messages')).toBeVisible();
    await expect(devices(page).getByRole('listitem')).toContainText(['This device']);
    await expect.poll(() => shownPushes(page)).toMatchObject([{ title: 'Notifications are on' }]);
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      for (const notification of await registration.getNotifications()) notification.close();
    });

    const tag = `parlance-chat-${ben.userId}`;
    const push = {
      title: 'Ben',
      body: '1 new message',
      tag,
      path: `/chat/${ben.userId}`,
      unread: 1,
      lang: 'en',
    };
    await deliver(context, page, push);
    await expect.poll(() => shownPushes(page)).toEqual([{ title: 'Ben', body: '1 new message', tag }]);
    await deliver(context, page, { ...push, body: '2 new messages', unread: 2 });
    await expect.poll(() => shownPushes(page)).toEqual([{ title: 'Ben', body: '2 new messages', tag }]);

    await clickNotification(context);
    await expect(page).toHaveURL(`/chat/${ben.userId}`);
    await expect.poll(() => shownPushes(page)).toEqual([]);

    // The screen is open and focused: the first shows nothing, the second, about another screen, proves that both were handled.
    await deliver(context, page, push);
    await deliver(context, page, {
      ...push,
      title: 'Chen',
      tag: 'parlance-chat-chen',
      path: '/appointments',
    });
    await expect.poll(() => shownPushes(page)).toMatchObject([{ title: 'Chen' }]);

    await page.goto('/settings');
    await notices(page).getByRole('checkbox', { name: 'Show names' }).uncheck();
    await expect
      .poll(async () => (await ana.client.calls.getPreference({ name: 'push-names' })).value)
      .toBe(false);
    expect((await ana.client.calls.getPush()).devices).toHaveLength(1);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(() => 'unsubscribed' in window)).toBe(true);
    expect((await ana.client.calls.getPush()).devices).toEqual([]);
  },
);
