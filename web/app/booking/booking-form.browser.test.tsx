import type { ScheduleSlot } from '@parlance/contract/schedule';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { BookingForm } from './booking-form';

const createdAt = new Date('2026-01-02T03:04:05.000Z');
const ben = {
  userId: '00000000-0000-7000-8000-00000000000b',
  name: 'Ben',
  description: '',
  profileImageUrl: null,
  createdAt,
  languages: [],
};
const slot: ScheduleSlot = {
  scheduleSlotId: '00000000-0000-7000-8000-000000000101',
  startsAt: new Date('2030-03-06T10:00:00Z'),
  duration: 30,
  bookedByUserId: null,
  userId: ben.userId,
  createdAt,
  updatedAt: createdAt,
};
const show = (shown: ScheduleSlot) =>
  render(<BookingForm slot={shown} partner={ben} note="" onNoteChange={() => {}} />);
const warning = () => page.getByText('Your other calendar is busy at this time.');
const confirm = () => page.getByRole('button', { name: 'Confirm Booking' });

// Rules: docs/specification/schedule.md#other-calendars
test('a guest whose other calendar is busy is warned, and can still book', async () => {
  server.answer('bookSlot', () => slot);
  show({ ...slot, clashes: true });
  await expect.element(warning()).toBeVisible();
  await confirm().click();
  await expect.element(page.getByText('Booking Confirmed!')).toBeVisible();
  expect(warning().query()).toBeNull();
});

test('a guest whose other calendar is free is not warned', async () => {
  show(slot);
  await expect.element(confirm()).toBeVisible();
  expect(warning().query()).toBeNull();
});
