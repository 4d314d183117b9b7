import { expect, type Page } from '@playwright/test';
import { expectDelivered, holdScript, messageRow, sendByApi, whenConnected } from './conversations.ts';
import { journey } from './journey.ts';
import { createMember, signIn } from './people.ts';

const minuteMs = 60_000;
/** More than a journey on the same server sets the clock ahead and back: mails are not queued again for a time that was looked at. */
const beyondOthersMs = 30 * minuteMs;
const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Records the browser notifications of the page, and lets a journey hide the page. */
async function watchNotifications(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown: { title: string; body: string; notification: Notification; isClosed: boolean }[] = [];
    const Real = window.Notification;
    class Watched extends Real {
      constructor(title: string, options: NotificationOptions = {}) {
        super(title, options);
        const entry = {
          title,
          body: options.body ?? '',
          notification: this as Notification,
          isClosed: false,
        };
        const close = this.close.bind(this);
        this.close = () => {
          entry.isClosed = true;
          close();
        };
        shown.push(entry);
      }
    }
    let isHidden = false;
    Object.defineProperty(document, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') });
    Object.assign(window, {
      Notification: Watched,
      shown,
      putOutOfSight(hidden: boolean) {
        isHidden = hidden;
        document.dispatchEvent(new Event('visibilitychange'));
      },
    });
  });
}

interface Watching {
  shown: { title: string; body: string; notification: Notification; isClosed: boolean }[];
  putOutOfSight(hidden: boolean): void;
}

const shownOn = (page: Page) =>
  page.evaluate(() => (window as unknown as Watching).shown.map(({ title, body }) => `${title}: ${body}`));
const hide = (page: Page, isHidden = true) =>
  page.evaluate((hidden) => (window as unknown as Watching).putOutOfSight(hidden), isHidden);

journey(
  'a mail about a message leads to the conversation, and its last line to the end of such mails, if it is complete',
  async ({ page, server, faults, expectAccessible }) => {
    faults.expect(/status of 404 .*\/v1\/unsubscribe/);
    await server.advanceClock(beyondOthersMs);
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await sendByApi(ben, ana, ['the secret word is marmalade']);
    await server.advanceClock(5 * minuteMs);
    const mail = await ana.mailbox.next();
    await server.advanceClock(-beyondOthersMs);
    expect(mail.subject).toBe('New message from Ben');
    expect(`${mail.text}${mail.html}`).not.toContain('marmalade');
    expect(mail.text).toContain(`/chat/${ben.userId}`);

    const address = /Unsubscribe: (\S+)/.exec(mail.text)?.[1] ?? '';
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: 'Unsubscribe' })).toBeVisible();
    await expect(page.getByText('You get emails about new messages.')).toBeVisible();
    await expectAccessible();
    // Opening the page must not change anything.
    const name = 'new-chat-message-notification';
    const isOn = async () => (await ana.client.calls.getPreference({ name })).value;
    expect(await isOn()).toBe(true);
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'You are unsubscribed' })).toBeVisible();
    expect(await isOn()).toBe(false);
    await expectAccessible();
    await page.reload();
    await page.getByRole('button', { name: 'Turn on again' }).click();
    await expect(page.getByText('You get emails about new messages.')).toBeVisible();
    expect(await isOn()).toBe(true);
    await page.getByRole('link', { name: 'settings' }).click();
    await expect(page).toHaveURL('/login');
    for (const incomplete of ['/unsubscribe?token=cut', '/unsubscribe']) {
      await page.goto(incomplete);
      await expect(page.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible();
    }
  },
);

journey(
  'a browser notification is shown for a message that arrives before its code has loaded',
  async ({ page, context, server }) => {
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await context.grantPermissions(['notifications'], { origin: server.url });
    await watchNotifications(page);
    await signIn(page, ana, '/settings#notices');
    await notices(page).getByRole('button', { name: 'Turn on notifications' }).click();
    await expect(notices(page).getByRole('button', { name: 'Turn off notifications' })).toBeVisible();

    const code = await holdScript(page, 'chat-presence');
    const connected = whenConnected(page);
    await page.reload();
    await connected;
    await hide(page);
    await sendByApi(ben, ana, ['too early?']);
    await expectDelivered(ben, ana);
    code.release();
    await expect.poll(() => shownOn(page)).toEqual(['Ben: New message']);
  },
);

journey(
  'shows one browser notification with the sender while no tab is visible, after opt-in, not after signing out',
  async ({ page, context, server, faults }) => {
    journey.slow();
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await context.grantPermissions(['notifications'], { origin: server.url });
    await watchNotifications(page);
    await signIn(page, ana);
    const second = await context.newPage();
    await watchNotifications(second);
    faults.watch(second);
    await second.goto('/dashboard');
    const both = [page, second];
    const unread = (tab: Page) => tab.getByRole('link', { name: /^Messages/ });

    // Permission alone is not enough: the setting is still off here.
    for (const tab of both) await hide(tab);
    await sendByApi(ben, ana, ['one']);
    for (const tab of both) await expect(unread(tab)).toHaveAccessibleName(/1 unread/);
    expect([await shownOn(page), await shownOn(second)]).toEqual([[], []]);

    await hide(page, false);
    await page.goto('/settings#notices');
    await notices(page).getByRole('button', { name: 'Turn on notifications' }).click();
    await expect(notices(page).getByRole('button', { name: 'Turn off notifications' })).toBeVisible();
    expect(await shownOn(page)).toEqual(['Notifications are on: New messages will look like this.']);

    // The visible tab shows a popup; the other stays silent.
    await sendByApi(ben, ana, ['two']);
    await expect(page.getByRole('region', { name: 'New messages' }).getByText('two')).toBeVisible();
    for (const tab of both) await expect(unread(tab)).toHaveAccessibleName(/2 unread/);
    expect([(await shownOn(page)).length, (await shownOn(second)).length]).toEqual([1, 0]);

    await hide(page);
    await sendByApi(ben, ana, ['three']);
    const told = async () => [...(await shownOn(page)).slice(1), ...(await shownOn(second))];
    await expect.poll(told).toEqual(['Ben: New message']);
    await sendByApi(ben, ana, ['four']);
    await expect.poll(told).toEqual(['Ben: New message', 'Ben: New message']);
    for (const tab of both) await expect(unread(tab)).toHaveAccessibleName(/4 unread/);
    expect(await told()).toHaveLength(2);

    const teller = (await shownOn(second)).length > 0 ? second : page;
    await teller.evaluate(() => {
      (window as unknown as Watching).shown.at(-1)?.notification.onclick?.(new Event('click'));
    });
    await expect(teller).toHaveURL(`/chat/${ben.userId}`);
    await hide(teller, false);
    await expect(messageRow(teller, 'four')).toBeVisible();
    expect(await teller.evaluate(() => (window as unknown as Watching).shown.at(-1)?.isClosed)).toBe(true);

    const other = teller === page ? second : page;
    // The other tab may have a request in flight when the session ends.
    faults.allow(/401 .*\/v1\//);
    await other.goto('/settings');
    await other.getByRole('button', { name: 'Logout' }).click();
    await expect(other).toHaveURL('/login');
    await expect(teller).toHaveURL('/login');
    expect(await other.evaluate(() => localStorage.length)).toBe(0);
  },
);
