import type { ScheduleSlot } from '@parlance/contract/schedule';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '#test/browser/network';
import { ownUserId, render } from '#test/browser/render';
import { setZone } from '#test/browser/surroundings';
import { AvailabilityCalendar } from './availability-calendar';

const createdAt = new Date('2026-01-02T03:04:05.000Z');
const slotAt = (startsAt: Date, duration: number): ScheduleSlot => ({
  scheduleSlotId: crypto.randomUUID(),
  startsAt,
  duration,
  bookedByUserId: null,
  userId: ownUserId,
  createdAt,
  updatedAt: createdAt,
});
const at = (time: string) => new Date(`2030-03-06T${time}:00Z`);

/** The calendar of a member who is busy elsewhere from 10:30 to 11:00. */
async function show(own: ScheduleSlot[] = []) {
  await setZone('UTC');
  server.answer('listOwnSlots', () => ({
    slots: own.map((slot) => ({ ...slot, bookedByUser: null })),
    count: own.length,
  }));
  server.answer('listBusyTimes', () => ({ ranges: [{ startsAt: at('10:30'), endsAt: at('11:00') }] }));
  server.answer('createSlot', ({ payload }) => {
    const { startsAt, duration } = payload as { startsAt: string; duration: number };
    return slotAt(new Date(startsAt), duration);
  });
  render(<AvailabilityCalendar />, { at: '/?from=2030-03-06' });
}
/** The clock of the interface shows 12 or 24 hours. */
const cell = (time: string, state: string) =>
  page.getByRole('gridcell', { name: new RegExp(`^Wednesday 6 March, 0?${time}(\\sAM)?, ${state}$`) });
const warning = () => page.getByText('Added. Your other calendar is busy at this time.');

// Rules: docs/specification/schedule.md#other-calendars
test('busy times are part of the name of a cell, and in the legend', async () => {
  await show([{ ...slotAt(at('10:45'), 15), clashes: true }]);
  await expect.element(cell('10:30', 'free, busy elsewhere')).toBeVisible();
  await expect.element(cell('10:45', 'available, busy elsewhere')).toBeVisible();
  await expect.element(cell('11:00', 'free')).toBeVisible();
  await expect.element(page.getByText('Slot at a busy time')).toBeVisible();
});

test('a slot that runs into a busy time is added with a warning, one before it without', async () => {
  await show();
  await expect.element(cell('10:30', 'free, busy elsewhere')).toBeVisible();
  await page.getByRole('radio', { name: '30 min' }).click();
  await cell('9:45', 'free').click();
  await expect.element(page.getByText('Slot added')).toBeInTheDocument();
  expect(warning().query()).toBeNull();
  await cell('10:15', 'free').click();
  await expect.element(warning()).toBeVisible();
});
