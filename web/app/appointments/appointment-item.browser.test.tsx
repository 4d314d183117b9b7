import { ApiError } from '@parlance/contract/errors';
import type { Appointment } from '@parlance/contract/schedule';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server, sockets } from '#test/browser/network';
import { render } from '#test/browser/render';
import { ada, ben, bookedWithBen, slotId } from '#test/browser/samples';
import { pass, setZone, stopClock } from '#test/browser/surroundings';
import Appointments from './appointments';

const now = '2030-05-14T12:00:00Z';
let slots: Appointment[];
const session = (time: string, serial: number, more: Partial<Appointment> = {}) => ({
  ...bookedWithBen(new Date(`2030-05-14T${time}:00Z`), serial),
  ...more,
});
const owned = { userId: ada.userId, user: ada, bookedByUserId: ben.userId, bookedByUser: ben };
const items = () => page.getByRole('listitem').filter({ hasText: 'with Ben' });
const acts = (place: number) =>
  [...items().nth(place).element().querySelectorAll('a, button')]
    .map(({ textContent }) => textContent)
    .slice(1);
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(async () => {
  await setZone('UTC');
  slots = [];
  server.answer('listAppointments', ({ payload }) => {
    const found = slots.filter(({ startsAt }) => startsAt >= (payload.start as Date));
    return { slots: found, count: found.length };
  });
});

test('a session offers what its time and its owner allow, and goes on with the clock', async () => {
  stopClock(now);
  slots = [
    session('11:30', 1),
    session('11:40', 2),
    session('12:01', 3, { ...owned, clashes: true, proposedStartsAt: new Date('2030-05-15T12:00:00Z') }),
    session('13:00', 4, { user: { ...ben, timeZone: 'Asia/Tokyo' } }),
  ];
  render(<Appointments />, { at: '/appointments?from=2030-05-14' });
  await expect.poll(() => items().elements()).toHaveLength(4);
  const status = () =>
    items()
      .elements()
      .map((item) =>
        ['Completed', 'In Session', 'Upcoming'].find((name) => item.textContent?.includes(name)),
      );
  expect(status()).toEqual(['Completed', 'In Session', 'Upcoming', 'Upcoming']);
  await expect.element(items().nth(2)).toMatchTextContent(/Your other calendar is busy at this time\./);
  expect(acts(0)).toEqual(['View Profile']);
  expect(acts(1)).toEqual(['Join Session', 'View Profile']);
  expect(acts(2)).toEqual(['View Profile', 'Suggest another time', 'Add to calendar', 'Cancel']);
  expect(acts(3)).toEqual(['View Profile', 'Reschedule', 'Add to calendar', 'Cancel']);
  await expect
    .element(items().nth(1).getByRole('link', { name: 'Join Session' }))
    .toHaveAttribute('href', `/chat/${ben.userId}`);
  await expect.element(items().nth(3)).toMatchTextContent(/1:00.+PM your time · 10:00.+PM for Ben/);
  expect(items().nth(2).element().textContent).not.toContain('your time');
  await pass(60_000);
  await expect.poll(status).toEqual(['Completed', 'In Session', 'In Session', 'Upcoming']);
  // A time that was suggested for it is no longer to be had.
  expect(items().nth(2).element().textContent).not.toContain('You suggested another time');
  expect(items().nth(2).element().textContent).not.toContain('Your other calendar is busy');
  await pass(9 * 60_000);
  await expect.poll(status).toEqual(['Completed', 'Completed', 'In Session', 'Upcoming']);
});

test('a session is cancelled after a question that names it, and the partner is told', async () => {
  slots = [session('13:00', 1, owned)];
  server.answer('cancelBooking', () => {
    slots = [];
    return {};
  });
  render(<Appointments />, { at: '/appointments?from=2030-05-14' });
  await userEvent.click(button('Cancel'));
  const dialog = page.getByRole('dialog');
  await expect
    .element(dialog)
    .toHaveAccessibleDescription(
      'Tuesday, May 14, 2030, 1:00 PM, with Ben. Afterwards the time is free again.',
    );
  await userEvent.click(button('Keep it'));
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button('Cancel')).toHaveFocus();
  expect(server.params('cancelBooking')).toEqual([]);
  await userEvent.click(button('Cancel'));
  await userEvent.click(button('Cancel appointment'));
  await expect.element(page.getByText('Cancelled. We are telling Ben.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'No sessions found' })).toBeVisible();
  await expect
    .poll(() => server.params('cancelBooking'))
    .toEqual([{ userId: ada.userId, scheduleSlotId: slotId(1) }]);
});

test('a session that could not be cancelled may have gone already: the list is read again', async () => {
  slots = [session('13:00', 1), session('14:00', 2)];
  const answer = Promise.withResolvers<Record<string, never>>();
  server.answer('cancelBooking', () => answer.promise);
  render(<Appointments />, { at: '/appointments?from=2030-05-14' });
  await userEvent.click(items().nth(1).getByRole('button', { name: 'Cancel' }));
  await userEvent.click(button('Cancel appointment'));
  await expect.element(button('Cancelling...')).toHaveAttribute('aria-busy', 'true');
  await expect.poll(() => server.params('cancelBooking')).toHaveLength(1);
  slots = slots.slice(1);
  answer.reject(new ApiError('NotAllowed'));
  await expect.element(page.getByText('Failed to cancel the appointment. Please try again.')).toBeVisible();
  await userEvent.click(button('Keep it'));
  await expect.poll(() => items().elements()).toHaveLength(1);
  await expect
    .poll(() => server.params('cancelBooking'))
    .toEqual([{ userId: ben.userId, scheduleSlotId: slotId(2) }]);
});

test('a session that ended hours ago is asked about above the list, or in the list of a chosen day', async () => {
  stopClock(now);
  const outcome = { answer: null, isOpen: true };
  slots = [session('08:00', 1, { outcome }), session('10:30', 2, { outcome }), session('13:00', 3)];
  const { router } = render(<Appointments />, { at: '/appointments' });
  const questions = page.getByRole('region', { name: 'How was it?' });
  await expect.element(questions.getByRole('listitem')).toMatchTextContent(/8:00/);
  const asks = () =>
    page
      .getByRole('listitem')
      .filter({ hasText: '30 minutes with Ben' })
      .elements()
      .map((item) => /Did it take place\?/.test(item.textContent ?? ''));
  await expect.poll(asks).toEqual([false, true, false]);
  await router.navigate('/appointments?from=2030-05-14');
  await expect.poll(asks).toEqual([true, true, false]);
  await expect.element(questions).not.toBeInTheDocument();
});

test('the list is read again when a session changes, and says where a range has none', async () => {
  render(<Appointments />, { at: '/appointments?from=2030-05-14' });
  await expect.element(page.getByText(/^Try selecting a different date range/)).toBeVisible();
  await expect.poll(sockets.isConnected).toBe(true);
  slots = [session('13:00', 1)];
  sockets.emit('schedule:changed', { scheduleSlotId: slotId(1), change: 'booked', byUserId: ben.userId });
  await expect.poll(() => items().elements()).toHaveLength(1);
  await expect.element(page.getByText(/^Try selecting/)).not.toBeInTheDocument();
});

test('without sessions at all the next step is to book one; the list begins two hours ago', async () => {
  stopClock('2030-05-14T01:30:00Z');
  render(<Appointments />, { at: '/appointments' });
  await expect
    .element(page.getByText("Book a time on somebody's profile, and it appears here."))
    .toBeVisible();
  await expect.element(page.getByLabelText('From:')).toHaveValue('2030-05-13');
  await expect
    .poll(() => server.payloads('listAppointments'))
    .toContainEqual({
      start: new Date('2030-05-13T00:00:00Z'),
      limit: 10,
      offset: 0,
    });
});

test('a list that could not be read is read again on request', async () => {
  server.answer('listAppointments', () => {
    throw new ApiError('ServerError');
  });
  render(<Appointments />, { at: '/appointments?from=2030-05-14' });
  await expect.element(page.getByText('Your sessions could not be loaded. Nothing was lost.')).toBeVisible();
  slots = [session('13:00', 1)];
  server.answer('listAppointments', () => ({ slots, count: 1 }));
  await userEvent.click(button('Try again'));
  await expect.poll(() => items().elements()).toHaveLength(1);
});

test('a calendar file that could not be made is said, and the button works again', async () => {
  slots = [session('13:00', 1)];
  server.answer('getAppointmentIcs', () => {
    throw new ApiError('ServerError');
  });
  render(<Appointments />, { at: '/appointments?from=2030-05-14' });
  await userEvent.click(page.getByRole('button', { name: 'Add to calendar' }));
  await expect
    .element(page.getByText(/calendar file could not be made|Something went wrong/).first())
    .toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Add to calendar' })).toBeEnabled();
  await expect.poll(() => server.params('getAppointmentIcs')).toEqual([{ scheduleSlotId: slotId(1) }]);
});

test('a session is saved as a calendar file', async () => {
  slots = [session('13:00', 1)];
  onTestFinished(() => void vi.restoreAllMocks());
  const names: string[] = [];
  const files: Blob[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:file';
  });
  server.answer('getAppointmentIcs', () => 'BEGIN:VCALENDAR');
  render(<Appointments />, { at: '/appointments?from=2030-05-14' });
  await userEvent.click(page.getByRole('button', { name: 'Add to calendar' }));
  await expect.poll(() => names).toEqual(['parlance-session.ics']);
  expect([files[0]?.type, await files[0]?.text()]).toEqual(['text/calendar', 'BEGIN:VCALENDAR']);
});
