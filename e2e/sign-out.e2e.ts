import { expect } from '@playwright/test';
import { messageField, messageRow, openChat, sendByApi, signInToChat } from './conversations.ts';
import { journey } from './journey.ts';
import { createMember, signInByHand } from './people.ts';

journey(
  'signing out leaves nothing of a member in the browser, nor for the next one',
  async ({ page, server }) => {
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    const eve = await createMember(server, 'Eve');
    await sendByApi(ben, ana, ['Hello Ana']);
    await signInToChat(page, ana, ben);
    await expect(messageRow(page, 'Hello Ana')).toBeVisible();
    await page.getByRole('textbox', { name: 'Message' }).fill('never sent');
    await page.evaluate(() => {
      for (const storage of [localStorage, sessionStorage]) {
        storage.setItem('parlance.message-languages', '{"a":"de"}');
        storage.setItem('parlance.share-hidden', '1');
        storage.setItem('a key that is added later', 'x');
      }
      localStorage.setItem('parlance.callSounds', 'off');
      indexedDB.open('a database that is added later');
    });
    const kept = () =>
      page.evaluate(async () => ({
        local: Object.keys(localStorage),
        // The router stores scroll positions of history entries under random keys.
        session: Object.keys(sessionStorage).filter((key) => key !== 'react-router-scroll-positions'),
        databases: (await indexedDB.databases()).map(({ name }) => name),
      }));
    expect((await kept()).databases).toContain(`parlance-chat-${ana.userId}`);

    await page.goto('/settings');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    await expect.poll(kept).toEqual({ local: ['parlance.callSounds'], session: [], databases: [] });

    // The next member at this browser sees nothing of the last.
    await signInByHand(page, eve);
    await openChat(page, ben);
    await expect(messageField(page)).toHaveValue('');
    expect((await kept()).databases).toEqual([`parlance-chat-${eve.userId}`]);
  },
);
