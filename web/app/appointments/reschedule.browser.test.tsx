import { ApiError } from '@parlance/contract/errors';
import type { Appointment } from '@parlance/contract/schedule';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { ada, ben, bookedWithBen, slotId } from '#test/browser/samples';
import { setLanguage } from '#test/browser/surroundings';
import Appointments from './appointments';

const sessionAt = (startsAt: string, serial = 1) => bookedWithBen(new Date(startsAt), serial);
const freeAt = (startsAt: string, serial: number): Appointment => ({
  ...sessionAt(startsAt, serial),
  bookedByUserId: null,
  bookedByUser: null,
});
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const times = () => dialog().getByRole('radio');

/** The list of appointments with one session, and the free slots of its owner. */
function show(session: Appointment, free: Appointment[] = []) {
  const booked = [session];
  const offered = [...free];
  server.answer('listAppointments', () => ({ slots: [...booked], count: booked.length }));
  server.answer('listSlots', () => ({ slots: [...offered], count: offered.length }));
  render(<Appointments />, { at: '/appointments?from=2030-05-14' });
  return { booked, offered };
}

test('a guest who finds the chosen time taken is told, sees the times again, and chooses another', async () => {
  const { booked, offered } = show(sessionAt('2030-05-14T12:00:00Z'), [
    freeAt('2030-05-15T12:00:00Z', 2),
    freeAt('2030-05-16T12:00:00Z', 3),
  ]);
  await userEvent.click(button('Reschedule'));
  await userEvent.click(button('Move the session'));
  await expect.element(page.getByText('Please choose a time.')).toBeVisible();
  server.answer('moveBooking', () => {
    offered.shift();
    throw new ApiError('NotAllowed');
  });
  await userEvent.click(times().first());
  await expect.element(page.getByText('Please choose a time.')).not.toBeInTheDocument();
  await userEvent.click(button('Move the session'));
  await expect.element(dialog().getByRole('alert')).toBeVisible();
  await expect.poll(() => times().elements()).toHaveLength(1);
  server.answer('moveBooking', () => {
    const session = sessionAt('2030-05-16T12:00:00Z', 3);
    booked[0] = session;
    return session;
  });
  await userEvent.click(times().first());
  await expect.element(dialog().getByRole('alert')).not.toBeInTheDocument();
  await userEvent.click(button('Move the session'));
  await expect.element(page.getByText('Moved. We are telling Ben.')).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 2, name: /May 16/ })).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  const moved = { userId: ben.userId, scheduleSlotId: slotId(1) };
  await expect.poll(() => server.params('moveBooking')).toEqual([moved, moved]);
  await expect
    .poll(() => server.payloads('moveBooking'))
    .toEqual([{ toScheduleSlotId: slotId(2) }, { toScheduleSlotId: slotId(3) }]);
});

test('only free slots ahead are offered, eight at once', async () => {
  const days = Array.from({ length: 17 }, (_, place) => String(place + 10));
  const offered = days.map((day, place) => freeAt(`2031-03-${day}T12:00:00Z`, place + 10));
  show(sessionAt('2030-05-14T12:00:00Z'), [
    freeAt('2020-05-14T12:00:00Z', 5),
    sessionAt('2031-03-01T12:00:00Z', 6),
    ...offered,
  ]);
  await userEvent.click(button('Reschedule'));
  await expect.poll(() => times().elements()).toHaveLength(8);
  await expect
    .element(dialog().getByRole('heading', { level: 3 }).first())
    .toHaveTextContent('Monday, March 10, 2031');
  await userEvent.click(button('Show more times'));
  await expect.poll(() => times().elements()).toHaveLength(16);
  await expect.element(times().nth(8)).toHaveFocus();
  await userEvent.click(button('Show more times'));
  await expect.poll(() => times().elements()).toHaveLength(17);
  // The button has disappeared.
  await expect.element(times().nth(16)).toHaveFocus();
  await expect.element(button('Show more times')).not.toBeInTheDocument();
});

test('free times stand under the day of the reader, also where it is another day for the partner', async () => {
  const session = sessionAt('2030-05-14T12:00:00Z');
  show({ ...session, user: { ...session.user, timeZone: 'America/New_York' } }, [
    // The next day in Kathmandu, where the tests are.
    freeAt('2030-05-20T20:00:00Z', 2),
  ]);
  await userEvent.click(button('Reschedule'));
  const day = dialog().getByRole('heading', { level: 3 });
  await expect.element(day).toHaveTextContent('Tuesday, May 21, 2030');
  await expect.element(dialog().getByText(/ −1 day for Ben$/)).toBeVisible();
});

test('the time until now is punctuated as the language does, and its hours stay on one line', async () => {
  await setLanguage('ar');
  show(sessionAt('2030-05-14T12:00:00Z'));
  await userEvent.click(button('تغيير الموعد'));
  const present = dialog().getByText(/الموعد الحالي/);
  await expect
    .poll(() => present.element().textContent.replaceAll(/\p{Cf}/gu, ''))
    .toContain('14 مايو 2030، 5:45');
  await expect.element(present.getByText(/–/)).toHaveStyle({ whiteSpace: 'nowrap' });
});

test('a guest of somebody without another free time reads that, and the session stays', async () => {
  show(sessionAt('2030-05-14T12:00:00Z'));
  await userEvent.click(button('Reschedule'));
  await expect.element(dialog().getByText('Ben has no other free times at the moment.')).toBeVisible();
  await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(button('Reschedule')).toHaveFocus();
  expect(server.payloads('moveBooking')).toEqual([]);
});

// The next day in Kathmandu, where the tests are.
const late = '2030-05-20T20:00:00Z';
const proposed = { ...sessionAt('2030-05-14T12:00:00Z'), proposedStartsAt: new Date(late) };

test.each([
  ['Accept', true, 'Moved. We are telling Ben.'],
  ['Decline', false, 'Declined. We are telling Ben.'],
] as const)('%s answers a suggestion, and the focus stays on the page', async (name, accept, said) => {
  const { booked } = show(proposed);
  server.answer('answerMove', () => {
    const session = sessionAt(accept ? late : '2030-05-14T12:00:00Z');
    booked[0] = session;
    return session;
  });
  await expect.element(page.getByText('Ben suggests another time:')).toBeVisible();
  await expect.element(page.getByText('Tuesday, May 21, 2030')).toBeVisible();
  await userEvent.click(button(name));
  await expect.element(page.getByText(said)).toBeVisible();
  await expect.element(page.getByText('Ben suggests another time:')).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  await expect.poll(() => server.params('answerMove')).toEqual([{ scheduleSlotId: slotId(1) }]);
  await expect.poll(() => server.payloads('answerMove')).toEqual([{ accept }]);
});

test('an answer that fails says so and leaves the suggestion', async () => {
  show(proposed);
  server.answer('answerMove', () => {
    throw new ApiError('ServerError');
  });
  await userEvent.click(button('Accept'));
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(button('Decline')).toBeEnabled();
  await expect.element(button('Accept')).toHaveFocus();
  // Only one answer at a time.
  const answer = Promise.withResolvers<Appointment>();
  server.answer('answerMove', () => answer.promise);
  await userEvent.click(button('Decline'));
  await expect.element(button('Accept')).toBeDisabled();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expect.poll(() => server.payloads('answerMove')).toEqual([{ accept: true }, { accept: false }]);
  answer.resolve(proposed);
  await expect.element(page.getByText('Declined. We are telling Ben.')).toBeVisible();
});

test('the owner of a suggestion waits: there is nothing to accept', async () => {
  show({ ...proposed, userId: ada.userId, user: ada, bookedByUserId: ben.userId, bookedByUser: ben });
  await expect.element(page.getByText('You suggested another time. Ben has not answered yet.')).toBeVisible();
  await expect.element(button('Suggest another time')).toBeVisible();
  await expect.element(button('Accept')).not.toBeInTheDocument();
});

test('free times that could not be read are read again on request', async () => {
  show(sessionAt('2030-05-14T12:00:00Z'), [freeAt('2030-05-15T12:00:00Z', 2)]);
  await expect.element(button('Reschedule')).toBeVisible();
  server.answer('listSlots', () => {
    throw new ApiError('ServerError');
  });
  await userEvent.click(button('Reschedule'));
  await expect.element(dialog().getByText('It could not be loaded. Please try again.')).toBeVisible();
  server.answer('listSlots', () => ({ slots: [freeAt('2030-05-15T12:00:00Z', 2)], count: 1 }));
  await userEvent.click(button('Try again'));
  await expect.poll(() => times().elements()).toHaveLength(1);
});

test('of several suggestions the first one is emphasised', async () => {
  const suggested = [1, 2].map((serial) => ({
    ...sessionAt(`2030-05-1${3 + serial}T12:00:00Z`, serial),
    proposedStartsAt: new Date(late),
  }));
  server.answer('listAppointments', () => ({ slots: suggested, count: 2 }));
  render(<Appointments />, { at: '/appointments?from=2030-05-14' });
  const accept = page.getByRole('button', { name: 'Accept' });
  await expect.poll(() => accept.elements()).toHaveLength(2);
  expect(accept.elements().map((one) => one.classList.contains('bg-action'))).toEqual([true, false]);
});
