import { expect, type Page } from '@playwright/test';
import { journey } from './journey.ts';
import { expectNothingSideways } from './layout.ts';
import { createMember } from './people.ts';
import {
  book,
  cellOf,
  expectCalendar,
  hoursAfter,
  mondayAhead,
  openCalendar,
  publish,
  startsOf,
} from './schedule.ts';

const monday = mondayAhead();

const cell = (page: Page, day: number, time: string, state: string) => cellOf(page, monday, day, time, state);

async function middleOf(page: Page, day: number, time: string, state: string) {
  const target = cell(page, day, time, state);
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`no cell at ${time}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The instant of a Berlin time in the calendar's week. */
const instantOf = (day: number, hour: number) => {
  const guess = hoursAfter(monday, day * 24 + hour);
  const shown = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    hourCycle: 'h23',
    timeZone: 'Europe/Berlin',
  });
  const shift = Number(shown.format(guess)) - guess.getUTCHours();
  return new Date(guess.getTime() - shift * 3_600_000);
};
const wire = (day: number, hour: number, duration: number) =>
  `${instantOf(day, hour).toISOString()} ${duration}`;

journey(
  'publish by drag: it stops at an existing slot, a click removes, Undo brings back; after a refusal the calendar shows what is stored',
  async ({ page, server, faults }) => {
    journey.slow();
    faults.expect(/status of 403/);
    faults.expect(/status of 500/);
    const member = await createMember(server, 'Dora');
    await publish(member, instantOf(3, 11), 30);
    await openCalendar(page, member, monday);
    await expect(page.getByRole('gridcell')).toHaveCount(448);

    // Both ends have to be on the screen before either is measured.
    await cell(page, 3, '11:45 AM', 'free').scrollIntoViewIfNeeded();
    const from = await middleOf(page, 3, '10:00 AM', 'free');
    const beyond = await middleOf(page, 3, '11:45 AM', 'free');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(beyond.x, beyond.y, { steps: 8 });
    await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(4);
    await page.mouse.up();
    await expect(cell(page, 3, '10:45 AM', 'available')).toBeVisible();
    await expect(cell(page, 3, '11:30 AM', 'free')).toBeVisible();
    await expect
      .poll(() => startsOf(member))
      .toEqual([wire(3, 10, 15), wire(3, 10.25, 15), wire(3, 10.5, 15), wire(3, 10.75, 15), wire(3, 11, 30)]);

    await cell(page, 3, '10:15 AM', 'available').click();
    await expect(cell(page, 3, '10:15 AM', 'free')).toBeVisible();
    await expect.poll(() => startsOf(member)).not.toContain(wire(3, 10.25, 15));
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(cell(page, 3, '10:15 AM', 'available')).toBeVisible();

    await page.getByRole('radio', { name: '60 min' }).check();
    await cell(page, 4, '2:00 PM', 'free').click();
    await expect(cell(page, 4, '2:45 PM', 'available')).toBeVisible();
    await expect.poll(() => startsOf(member)).toContain(wire(4, 14, 60));

    await page.getByRole('link', { name: 'Next week' }).click();
    await expect(page).toHaveURL(/\?from=\d{4}-\d{2}-\d{2}#availability$/);
    await expect(page.getByRole('gridcell', { name: /available$/ })).toHaveCount(0);
    await page.goBack();
    await expect(cell(page, 4, '2:45 PM', 'available')).toBeVisible();

    // After a refusal the calendar shows what is stored, also what another device has changed.
    await expectCalendar(page);
    await publish(member, instantOf(2, 10), 30);
    await cell(page, 2, '10:15 AM', 'free').click();
    await expect(page.getByText('This time overlaps with another slot of yours.')).toBeVisible();
    await expect(cell(page, 2, '10:00 AM', 'available')).toBeVisible();
    await page.route('**/v1/user/schedule/*', (route) => route.fulfill({ status: 500, body: '' }));
    await cell(page, 2, '10:00 AM', 'available').click();
    await expect(page.getByText('Something went wrong. Please try again later.')).toBeVisible();
    await expect(cell(page, 2, '10:00 AM', 'available')).toBeVisible();
    await page.unroute('**/v1/user/schedule/*');
    await cell(page, 4, '2:00 PM', 'available').click();
    await expect.poll(() => startsOf(member)).not.toContain(wire(4, 14, 60));
    await page.route('**/v1/user/schedule', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('The slot could not be brought back.').first()).toBeVisible();
    await expect(cell(page, 4, '2:00 PM', 'free')).toBeVisible();
    expect(await startsOf(member)).not.toContain(wire(4, 14, 60));
  },
);

journey('publish by keyboard alone, with keys that the hint names', async ({ page, server }) => {
  const member = await createMember(server, 'Gro');
  await openCalendar(page, member, monday);
  await page.getByRole('link', { name: 'Today' }).focus();
  await page.keyboard.press('Tab');
  await expect(cell(page, 0, '8:00 AM', 'free')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(cell(page, 1, '8:15 AM', 'free')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(3);
  await page.keyboard.press('Enter');
  await expect.poll(() => startsOf(member)).toEqual([wire(1, 8.25, 15), wire(1, 8.5, 15), wire(1, 8.75, 15)]);
  await expect(cell(page, 1, '8:45 AM', 'available')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Delete');
  await expect.poll(() => startsOf(member)).toEqual([wire(1, 8.25, 15), wire(1, 8.75, 15)]);
  await expect(cell(page, 1, '8:30 AM', 'free')).toBeFocused();
  // A growing selection stops at an existing slot.
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(0);
  // Space adds what is selected, like Enter.
  await page.keyboard.press('Space');
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(1);
  await page.keyboard.press('Space');
  await expect.poll(() => startsOf(member)).toContain(wire(1, 8.5, 15));
  await expect(
    page.getByText(/Shift and arrows select more, Space or Enter adds what is selected, Delete removes/),
  ).toBeVisible();
});

journey.describe('on a phone', () => {
  journey.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  journey(
    'publish by touch: a long press selects, a swipe scrolls (three days)',
    async ({ page, server }) => {
      const member = await createMember(server, 'Hilde');
      await openCalendar(page, member, monday);
      await expect(page.getByRole('gridcell')).toHaveCount(3 * 64);
      const touch = await page.context().newCDPSession(page);
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
        touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
      await page.getByRole('grid').scrollIntoViewIfNeeded();
      const { x, y } = await middleOf(page, 1, '8:30 AM', 'free');
      const top = () => page.getByRole('grid').evaluate((grid) => grid.parentElement?.scrollTop ?? 0);

      const before = await top();
      await send('touchStart', x, y);
      for (let step = 1; step <= 6; step += 1) await send('touchMove', x, y - step * 20);
      await send('touchEnd');
      await expect.poll(top).toBeGreaterThan(before);
      expect(await startsOf(member)).toEqual([]);

      const target = cell(page, 1, '9:30 AM', 'free');
      const start = await middleOf(page, 1, '9:30 AM', 'free');
      await send('touchStart', start.x, start.y);
      await expect(target).toHaveAttribute('aria-selected', 'true');
      const still = await top();
      for (let step = 1; step <= 4; step += 1) await send('touchMove', start.x, start.y + step * 11);
      await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(2);
      await send('touchEnd');
      await expect.poll(() => startsOf(member)).toEqual([wire(1, 9.5, 15), wire(1, 9.75, 15)]);
      expect(await top()).toBe(still);

      await cell(page, 1, '9:30 AM', 'available').tap();
      await expect.poll(() => startsOf(member)).toEqual([wire(1, 9.75, 15)]);
    },
  );
});

journey(
  'the form repeats a slot, copies whole weeks, and lists failures by slot',
  async ({ page, server, faults }) => {
    faults.expect(/status of 403/);
    journey.slow();
    const member = await createMember(server, 'Ida');
    await publish(member, instantOf(8, 18), 30);
    await openCalendar(page, member, monday);

    const form = page.getByRole('form', { name: 'Add a slot by its time' });
    await form.getByLabel('Day').fill(hoursAfter(monday, 24).toISOString().slice(0, 10));
    await form.getByLabel('Start').selectOption({ label: '6:00 PM' });
    await form.getByLabel('Duration').selectOption('60');
    await form.getByLabel('Repeat').selectOption({ label: 'Weekly, for 3 weeks' });
    await form.getByRole('button', { name: 'Add slot' }).click();
    await expect(form.getByText('2 slots added.')).toBeVisible();
    await expect(
      form.getByText(/^Tuesday, .*: This time overlaps with another slot of yours\.$/),
    ).toBeVisible();
    await expect.poll(() => startsOf(member)).toEqual([wire(1, 18, 60), wire(8, 18, 30), wire(15, 18, 60)]);

    const more = page.getByRole('region', { name: 'Fill more weeks' });
    await page.getByRole('link', { name: 'Next week' }).click();
    await expect(page.getByRole('gridcell', { name: /available$/ })).toHaveCount(2);
    await more.getByRole('button', { name: 'Copy last week' }).click();
    await expect(more.getByText('0 slots added.')).toBeVisible();
    await expect(more.getByText('1 slot left out')).toBeVisible();

    await more.getByLabel('How long to repeat this week').selectOption({ label: '2 weeks' });
    await more.getByRole('button', { name: 'Repeat', exact: true }).click();
    await expect(more.getByText('1 slot added.')).toBeVisible();
    await expect.poll(() => startsOf(member)).toContain(wire(22, 18, 30));
  },
);

journey(
  'the calendar fits on a phone and a desk, accessibly, shows bookings live, and each cell has a name',
  async ({ page, server, expectAccessibleInBothSchemes }) => {
    // axe checks 448 cells and their backgrounds.
    journey.slow();
    const member = await createMember(server, 'Kaja');
    const guest = await createMember(server, 'Lars');
    await publish(member, instantOf(0, 9), 60);
    const slot = await publish(member, instantOf(1, 9), 30);
    await openCalendar(page, member, monday);
    await book(guest, slot);
    await expect(cell(page, 1, '9:00 AM', 'booked by Lars')).toBeVisible();
    for (const [width, cells] of [
      [1280, 448],
      [360, 192],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await expect(page.getByRole('gridcell')).toHaveCount(cells);
      await expect(cell(page, 1, '9:00 AM', 'booked by Lars')).toBeVisible();
      const names = await page
        .getByRole('gridcell')
        .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
      expect(new Set(names).size).toBe(cells);
      await expectNothingSideways(page);
      await expectAccessibleInBothSchemes(page.getByRole('region', { name: 'Availability' }));
    }
  },
);
