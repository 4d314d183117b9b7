import { ApiError } from '@parlance/contract/errors';
import { bookingMessages, type ScheduleSlot } from '@parlance/contract/schedule';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
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

/** The screen keeps the note. */
function WithNote() {
  const [note, setNote] = useState('');
  return <BookingForm slot={slot} partner={ben} note={note} onNoteChange={setNote} />;
}
const note = () => page.getByRole('textbox', { name: 'Notes' });

test('a booking that is under way is not sent again', async () => {
  const booked = Promise.withResolvers<ScheduleSlot>();
  server.answer('bookSlot', () => booked.promise);
  show(slot);
  await confirm().click();
  await expect.poll(() => server.params('bookSlot')).toHaveLength(1);
  const form = document.querySelector('form');
  form?.requestSubmit();
  form?.requestSubmit();
  booked.resolve(slot);
  await expect.element(page.getByRole('group', { name: 'Booking Confirmed!' })).toHaveFocus();
  await expect.poll(() => server.params('bookSlot')).toHaveLength(1);
});

test('a taken time keeps the note and offers the nearest free ones', async () => {
  const at = (startsAt: string, serial: number) => ({
    ...slot,
    scheduleSlotId: `00000000-0000-7000-8000-00000000020${serial}`,
    startsAt: new Date(startsAt),
    bookedByUser: null,
  });
  server.answer('listSlots', () => ({
    count: 5,
    slots: [
      at('2030-03-04T10:00:00Z', 1),
      at('2030-03-06T10:00:00Z', 2),
      at('2030-03-06T12:00:00Z', 3),
      at('2030-03-07T10:00:00Z', 4),
      at('2030-03-09T10:00:00Z', 5),
    ],
  }));
  server.answer('bookSlot', () => {
    throw new ApiError('NotAllowed', { message: bookingMessages.taken });
  });
  render(<WithNote />);
  await userEvent.fill(note(), 'See you there');
  await confirm().click();
  await expect.element(page.getByRole('heading', { name: 'Other free times' })).toBeVisible();
  const targets = page
    .getByRole('region', { name: 'Other free times' })
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('href')?.slice(-1));
  expect(targets).toEqual(['1', '3', '4']);
  await expect.element(note()).toHaveValue('See you there');
  await expect.element(confirm()).toBeEnabled();
});

test('too many bookings say how long to wait and keep the note', async () => {
  server.answer('bookSlot', () => {
    throw new ApiError('TooManyRequests', { timeout: 1500 });
  });
  render(<WithNote />);
  await userEvent.fill(note(), 'One more, please');
  await confirm().click();
  const wait = 'You have booked many sessions in a short time. Please try again in 25 minutes.';
  await expect.element(page.getByRole('alert').getByText(wait)).toBeVisible();
  await expect.element(note()).toHaveValue('One more, please');
  await expect.element(confirm()).toBeEnabled();
});
