import { expect, type Locator } from '@playwright/test';
import { createPeople } from './community.ts';
import { sendByApi, whenConnected } from './conversations.ts';
import { journey as base } from './journey.ts';
import { createMember } from './people.ts';
import { cellOf, mondayAhead, openCalendar, startsOf } from './schedule.ts';

const desktop = { width: 1280, height: 800 };

/** A page in a right-to-left language. */
const journey = base.extend({
  page: async ({ page }, use) => {
    await page.addInitScript(() => {
      const turn = () => {
        if (document.documentElement) document.documentElement.dir = 'rtl';
        return document.documentElement !== null;
      };
      if (turn()) return;
      const observer = new MutationObserver(() => turn() && observer.disconnect());
      observer.observe(document, { childList: true });
    });
    await use(page);
  },
});

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error('it is not on the screen');
  return box;
};

journey(
  'from right to left the days of the calendar do so too, arrow keys lead where they point, a drag selects; a message pops up at the left, a field keeps its icon free, and words keep their direction',
  async ({ page, server }) => {
    journey.slow();
    const monday = mondayAhead();
    const member = await createMember(server, 'Noor');
    await openCalendar(page, member, monday);
    const cell = (day: number, time: string, state: string) => cellOf(page, monday, day, time, state);

    await cell(0, '9:00 AM', 'free').focus();
    await page.keyboard.press('ArrowLeft');
    await expect(cell(1, '9:00 AM', 'free')).toBeFocused();
    const [first, second] = [
      await boxOf(cell(0, '9:00 AM', 'free')),
      await boxOf(cell(1, '9:00 AM', 'free')),
    ];
    expect(second.x + second.width).toBeLessThanOrEqual(first.x + 1);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(cell(0, '9:00 AM', 'free')).toBeFocused();

    // Sections above the calendar may still load and move it: each hover measures its cell anew and waits until it stands still.
    await cell(2, '9:45 AM', 'free').scrollIntoViewIfNeeded();
    await cell(2, '9:00 AM', 'free').hover();
    await page.mouse.down();
    await cell(2, '9:45 AM', 'free').hover();
    await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(4);
    await page.mouse.up();
    await expect(cell(2, '9:45 AM', 'available')).toBeVisible();
    await expect.poll(() => startsOf(member)).toHaveLength(4);

    await cell(2, '9:00 AM', 'available').click();
    const removed = page.getByRole('dialog').filter({ hasText: 'Slot removed.' });
    expect((await boxOf(removed)).x).toBeLessThan(desktop.width / 3);

    const [noam] = await createPeople(server, [{ name: 'נעם', speaks: ['he'], learns: { de: 0.2 } }]);
    if (!noam) throw new Error('nobody joined');
    const connected = whenConnected(page);
    await page.goto('/chats');
    await connected;
    await expect(page.locator('[aria-label="New messages"]')).toBeAttached();
    await sendByApi(noam, member, ['Good evening (at last)!']);
    const popup = page.getByRole('region', { name: 'New messages' }).getByRole('article');
    const { x, width } = await boxOf(popup);
    expect(x + width).toBeLessThan(desktop.width / 2);
    const preview = popup.getByText('Good evening (at last)!');
    await expect(preview).toHaveCSS('direction', 'ltr');
    await expect(preview).toHaveCSS('text-align', 'right');

    const search = page.getByRole('searchbox');
    for (const words of ['', 'Good', 'נעם']) {
      await search.fill(words);
      await expect(search).toHaveCSS('padding-right', '40px');
      await expect(search).toHaveCSS('padding-left', '12px');
    }
  },
);
