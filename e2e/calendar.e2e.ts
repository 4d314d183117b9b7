import { expect, type Page } from '@playwright/test';
import { journey } from './journey.ts';
import { createMember } from './people.ts';
import { cellOf, expectCalendar, mondayAhead, openCalendar, startsOf } from './schedule.ts';

const monday = mondayAhead();
const dayMs = 86_400_000;
const cell = (page: Page, day: number, time: string, state: string) => cellOf(page, monday, day, time, state);

journey('shows an error when Undo cannot restore a slot', async ({ page, server, faults }) => {
  faults.expect(/status of 500/);
  const member = await createMember(server, 'Dora');
  await openCalendar(page, member, monday);
  await cell(page, 2, '10:00 AM', 'free').click();
  await expect.poll(() => startsOf(member)).toHaveLength(1);
  await cell(page, 2, '10:00 AM', 'available').click();
  await page.route('**/v1/user/schedule', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The slot could not be brought back.').first()).toBeVisible();
  await expect(cell(page, 2, '10:00 AM', 'free')).toBeVisible();
  expect(await startsOf(member)).toEqual([]);
});

journey(
  'another week keeps the section in the address, its mark in the list, and the page where it is scrolled to',
  async ({ page, server }) => {
    const member = await createMember(server, 'Edda');
    await openCalendar(page, member, monday);
    const marked = page.getByRole('navigation', { name: 'Settings' }).locator('[aria-current="location"]');
    await expect(marked).toHaveText(['Availability']);
    await page.mouse.move(700, 400);
    // What loads above would move the calendar.
    await expect(page.getByRole('button', { name: 'Save weekly hours' })).toBeVisible();
    await expect(page.getByText('This device', { exact: true })).toBeVisible();
    const next = page.getByRole('link', { name: 'Next week' });
    await next.scrollIntoViewIfNeeded();
    const scrolled = () => page.evaluate(() => scrollY);
    const scrolledBefore = await scrolled();
    await page.mouse.wheel(0, 60);
    await expect.poll(scrolled).toBe(scrolledBefore + 60);
    const heightOf = async () => Math.round((await next.boundingBox())?.y ?? 0);
    const before = await heightOf();
    for (let weeks = 1; weeks <= 2; weeks += 1) {
      await next.click();
      const shown = new Date(Date.parse(monday) + weeks * 7 * dayMs).toISOString().slice(0, 10);
      await expect(page).toHaveURL(`/settings?from=${shown}#availability`);
      await expectCalendar(page);
      expect(await heightOf()).toBe(before);
      await expect(marked).toHaveText(['Availability']);
    }
    await page.reload();
    await expectCalendar(page);
    await expect(page.getByRole('heading', { level: 2, name: 'Availability' })).toBeInViewport();
    await expect(marked).toHaveText(['Availability']);

    // The selected week survives a visit to another section.
    const contents = page.getByRole('navigation', { name: 'Settings' });
    await contents.getByRole('link', { name: 'Profile' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Profile' })).toBeInViewport();
    await contents.getByRole('link', { name: 'Availability' }).click();
    await expect(page).toHaveURL(/\/settings\/availability\?from=\d{4}-\d{2}-\d{2}$/);
    await expect(page.getByRole('heading', { level: 2, name: 'Availability' })).toBeInViewport();
    await next.click();
    await expect(page).toHaveURL(/\/settings\/availability\?from=\d{4}-\d{2}-\d{2}/);
    await expectCalendar(page);
  },
);

journey(
  'Space and Enter both add what is selected, and the hint names the keys',
  async ({ page, server }) => {
    const member = await createMember(server, 'Frida');
    await openCalendar(page, member, monday);
    const selected = page.getByRole('gridcell', { selected: true });
    for (const [key, day] of [
      ['Space', 1],
      ['Enter', 2],
    ] as const) {
      await cell(page, day, '9:00 AM', 'free').focus();
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      await expect(selected).toHaveCount(3);
      await page.keyboard.press(key);
      await expect(cell(page, day, '9:30 AM', 'available')).toBeVisible();
      await expect(selected).toHaveCount(0);
      await expect.poll(() => startsOf(member)).toHaveLength(3 * day);
    }
    // A single click selects a quarter of an hour; a second one adds it.
    await cell(page, 3, '9:00 AM', 'free').focus();
    await page.keyboard.press('Space');
    await expect(selected).toHaveCount(1);
    await page.keyboard.press('Space');
    await expect(cell(page, 3, '9:00 AM', 'available')).toBeVisible();
    await expect.poll(() => startsOf(member)).toHaveLength(7);
    await expect(
      page.getByText(/Shift and arrows select more, Space or Enter adds what is selected, Delete removes/),
    ).toBeVisible();
  },
);

const sundayEvening = new Date(Date.parse(`${monday}T20:50:00Z`) - dayMs);

for (const { view, width, days } of [
  { view: 'a week', width: 1280, days: 7 },
  { view: 'three days', width: 390, days: 3 },
]) {
  journey(
    `late on Sunday the calendar opens on ${view} with time left, and Today leads back`,
    async ({ page, server }) => {
      await page.setViewportSize({ width, height: 800 });
      const member = await createMember(server, 'Gerda');
      await page.clock.install({ time: sundayEvening });
      await openCalendar(page, member);
      await expect(page.getByRole('gridcell', { name: /past$/ })).toHaveCount(0);
      await expect(page.getByRole('gridcell', { name: /free$/ })).toHaveCount(64 * days);
      await expect(cell(page, 0, '6:00 AM', 'free')).toBeAttached();
      await page.getByRole('link', { name: 'Today' }).click();
      await expect(cell(page, -1, '6:00 AM', 'past')).toBeAttached();
    },
  );
}

journey(
  'a slot pressed while it is being created is removed, also during another removal and a reload',
  async ({ page, server }) => {
    const member = await createMember(server, 'Hedda');
    await openCalendar(page, member, monday);
    await cell(page, 1, '9:00 AM', 'free').click();
    await expect.poll(() => startsOf(member)).toHaveLength(1);
    await expect(cell(page, 1, '9:00 AM', 'available')).toBeVisible();

    // The new slot is stored, but the refetch of the list fails.
    const list = /\/v1\/user\/schedule\?/;
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const asked = page.waitForRequest(list);
    await page.route(list, async (route) => {
      await isReleased;
      await route.continue();
    });
    await cell(page, 1, '10:00 AM', 'free').click();
    await asked;
    await cell(page, 1, '10:00 AM', 'available').click();
    await cell(page, 1, '9:00 AM', 'available').click();
    await expect.poll(() => startsOf(member)).toEqual([]);
    release();
    await expect(cell(page, 1, '10:00 AM', 'free')).toBeVisible();
    await expect(cell(page, 1, '9:00 AM', 'free')).toBeVisible();
  },
);
