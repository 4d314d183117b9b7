import { expect, type Page } from '@playwright/test';
import { expectDelivered, holdScript, openChat, sendByApi, whenConnected } from './conversations.ts';
import { journey } from './journey.ts';
import { createMember, signIn } from './people.ts';

const badge = (page: Page) => page.getByRole('link', { name: /^Messages/ });
const popups = (page: Page) => page.getByRole('region', { name: 'New messages' }).getByRole('article');

journey(
  'a message that arrives before the popup code has loaded shows one popup, whole and on no open conversation, which leads to the reply',
  async ({ page, server }) => {
    journey.slow();
    const [ana, ben, cleo] = [
      await createMember(server, 'Ana'),
      await createMember(server, 'Ben'),
      await createMember(server, 'Cleo'),
    ];
    const code = await holdScript(page, 'chat-presence');
    const connected = whenConnected(page);
    await signIn(page, ana);
    await connected;
    await sendByApi(ben, ana, [`${'é'.repeat(99)}👩‍🚀 and more`]);
    // The page has acknowledged the message, although it cannot display it yet.
    await expectDelivered(ben, ana);
    code.release();
    await expect(popups(page)).toHaveText([new RegExp(`Ben.*${'é'.repeat(99)}👩‍🚀…`)]);
    await popups(page).first().hover();
    // All hundred characters are visible: none is clipped by the box.
    const { shown, needed } = await page.getByText('éééé').evaluate((box) => ({
      shown: [box.clientWidth, box.clientHeight],
      needed: [box.scrollWidth, box.scrollHeight],
    }));
    expect(needed).toEqual(shown);
    await popups(page).first().getByRole('button', { name: 'Close' }).click();
    await expect(popups(page)).toHaveCount(0);

    await sendByApi(cleo, ana, ['hello']);
    await page.getByRole('link', { name: 'Reply to Cleo' }).click();
    await expect(page).toHaveURL(`/chat/${cleo.userId}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Cleo' })).toBeVisible();
    // The open and visible conversation shows no popup; another does.
    await sendByApi(cleo, ana, ['still here?']);
    await expect(page.locator('[data-row]', { hasText: 'still here?' })).toBeVisible();
    await sendByApi(ben, ana, ['and me?']);
    await expect(popups(page)).toHaveText([/Ben.*and me\?/]);
  },
);

journey(
  'the unread number is the server’s, in the badge and the title of every tab',
  async ({ page, context, server, faults }) => {
    journey.slow();
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await signIn(page, ana);
    const second = await context.newPage();
    faults.watch(second);
    await second.goto('/settings');
    await sendByApi(ben, ana, ['1', '2', '3']);
    for (const tab of [page, second]) {
      await expect(badge(tab)).toHaveAccessibleName(/3 unread/);
      await expect(tab).toHaveTitle(/^\(3\) /);
    }
    await sendByApi(ben, ana, ['4', '5', '6', '7', '8', '9', '10']);
    for (const tab of [page, second]) {
      await expect(badge(tab)).toContainText('9+');
      await expect(tab).toHaveTitle(/^\(10\) /);
    }
    await openChat(page, ben);
    for (const tab of [page, second]) {
      await expect(badge(tab)).toHaveAccessibleName('Messages');
      await expect(tab).not.toHaveTitle(/^\(/);
    }
    await expect(page).toHaveTitle('Chat with Ben · Parlance');
    // A profile has a different title.
    await second.goto(`/profile/${ben.userId}`);
    await expect(second).toHaveTitle('Ben · Parlance');
  },
);
