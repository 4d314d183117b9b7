import { expect, type Route } from '@playwright/test';
import { messageRow, rows, sendByApi, signInToChat } from './conversations.ts';
import { journey } from './journey.ts';
import { createMember } from './people.ts';

const rowsOnPageMax = 150;
const scrolledPages = 20;

journey(
  'a conversation of 20,000 messages keeps few rows on the page and never jumps',
  async ({ page, server }) => {
    journey.slow();
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await sendByApi(ben, ana, ['the very first']);
    await server.rememberTalk({ fromUserId: ben.userId, toUserId: ana.userId, count: 20_000 });
    await signInToChat(page, ana, ben);
    await expect(rows(page).last()).toContainText('message 20000');
    const list = page.getByRole('region', { name: 'Messages', exact: true });

    // Older pages are delayed, so that the visible rows can be compared before and after.
    const held: Route[] = [];
    await page.route(/\/v1\/chat\/dm\/.*offset=[1-9]/, (route) => void held.push(route));
    for (let older = 0; older < 5; older++) {
      const scrollNearTop = async () => {
        await list.evaluate((element) => element.scrollTo(0, element.scrollTop === 45 ? 35 : 45));
        return held.length;
      };
      await expect.poll(scrollNearTop).toBe(1);
      const third = rows(page).nth(3);
      const [id, before] = [await third.getAttribute('data-row'), await third.boundingBox()];
      const height = await list.evaluate((element) => element.scrollHeight);
      await held.pop()?.continue();
      await expect.poll(() => list.evaluate((element) => element.scrollHeight)).toBeGreaterThan(height);
      const after = await page.locator(`[data-row="${id}"]`).boundingBox();
      expect(Math.abs((after?.y ?? Number.NaN) - (before?.y ?? Number.NaN))).toBeLessThanOrEqual(2);
    }
    await page.unroute(/\/v1\/chat\/dm\/.*offset=[1-9]/);

    const rowsMax = await list.evaluate(async (element, pages) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const found = { most: 0, grown: 0 };
      while (found.grown < pages) {
        const { scrollHeight } = element;
        element.scrollTop = element.scrollTop === 0 ? 20 : 0;
        await frame();
        found.most = Math.max(found.most, element.querySelectorAll('[data-row]').length);
        if (element.scrollHeight > scrollHeight + 1000) found.grown += 1;
      }
      return found.most;
    }, scrolledPages);
    expect(rowsMax).toBeLessThan(rowsOnPageMax);
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await expect(rows(page).last()).toContainText('message 20000');
    expect(await rows(page).count()).toBeLessThan(rowsOnPageMax);
  },
);

journey(
  'a conversation with sixty unread messages opens at the first, below the unread separator',
  async ({ page, server }) => {
    journey.slow();
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await sendByApi(ben, ana, ['seen before']);
    await ana.client.calls.markRead({ userId: ben.userId });
    await sendByApi(
      ben,
      ana,
      Array.from({ length: 60 }, (_, place) => `new ${place + 1}`),
    );
    await signInToChat(page, ana, ben);
    const line = rows(page).filter({ hasText: 'New messages' });
    await expect(line).toBeInViewport();
    await expect(messageRow(page, 'new 1')).toBeInViewport();
    const order = await rows(page).allInnerTexts();
    const place = order.findIndex((text) => text.includes('New messages'));
    expect(order[place - 1]).toContain('seen before');
    expect(order[place + 1]).toContain('new 1');
    await expect.poll(async () => (await ana.client.calls.getChatStat()).unreadMessages).toBe(0);
    await expect(line).toBeInViewport();
  },
);
