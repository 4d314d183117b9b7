import { expect, type Page } from '@playwright/test';
import { journey } from './journey.ts';
import { createMember } from './people.ts';
import { cellOf, expectCalendar, mondayAhead, openCalendar, startsOf } from './schedule.ts';

const monday = mondayAhead();
const dayMs = 86_400_000;
const cell = (page: Page, day: number, time: string, state: string) => cellOf(page, monday, day, time, state);

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
    // Until the first key or wheel the page returns to its anchor whenever it grows.
    await page.keyboard.press('Shift');
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

const sundayEvening = new Date(Date.parse(`${monday}T20:50:00Z`) - dayMs);

journey(
  'late on Sunday the calendar opens on a week with time left, on a phone on three days, and Today leads back',
  async ({ page, server }) => {
    const member = await createMember(server, 'Gerda');
    await page.clock.install({ time: sundayEvening });
    await openCalendar(page, member);
    for (const [width, days] of [
      [1280, 7],
      [390, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/profile');
      await page.goto('/settings#availability');
      await expectCalendar(page);
      await expect(page.getByRole('gridcell', { name: /past$/ })).toHaveCount(0);
      await expect(page.getByRole('gridcell', { name: /free$/ })).toHaveCount(64 * days);
      await expect(cell(page, 0, '6:00 AM', 'free')).toBeAttached();
      await page.getByRole('link', { name: 'Today' }).click();
      await expect(cell(page, -1, '6:00 AM', 'past')).toBeAttached();
    }
  },
);

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

    const creation = Promise.withResolvers<void>();
    await page.route('**/v1/user/schedule', async (route) => {
      if (route.request().method() === 'POST') await creation.promise;
      await route.continue();
    });
    const isStored = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.ok());
    const isRemoved = page.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok());
    await cell(page, 3, '10:15 AM', 'free').click();
    await cell(page, 3, '10:15 AM', 'available').click();
    creation.resolve();
    await isStored;
    await isRemoved;
    await expect(cell(page, 3, '10:15 AM', 'free')).toBeVisible();
    expect(await startsOf(member)).toEqual([]);
  },
);
