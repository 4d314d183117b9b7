import { ApiError } from '@parlance/contract/errors';
import type { PastSession } from '@parlance/contract/past-sessions';
import type { Appointment } from '@parlance/contract/schedule';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { ownUserId, render } from '#test/browser/render';
import { ada, ben, bookedWithBen } from '#test/browser/samples';
import { setZone } from '#test/browser/surroundings';
import Appointments from './appointments';
import { CancelButton } from './cancel-button';
import { RescheduleButton } from './reschedule-button';

const sessionAt = (startsAt: string, serial: number): Appointment => ({
  ...bookedWithBen(new Date(startsAt), serial),
  bookedByUserId: ben.userId,
  bookedByUser: ben,
  userId: ada.userId,
  user: ada,
});

test.each([
  // A quarter past midnight there, on the day before in UTC.
  ['Asia/Kathmandu', '2030-05-13T18:30:00Z', '2030-05-13T18:00:00Z'],
  ['Europe/Berlin', '2030-05-13T22:15:00Z', '2030-05-13T21:45:00Z'],
  // Still on the day before when UTC has begun the next.
  ['America/St_Johns', '2030-05-14T02:45:00Z', '2030-05-14T02:15:00Z'],
])('sessions from a day on begin at its midnight in %s', async (zone, after, before) => {
  await setZone(zone);
  const booked = [sessionAt(before, 1), sessionAt(after, 2)];
  server.answer('listAppointments', ({ payload }) => {
    const slots = booked.filter(({ startsAt }) => startsAt >= (payload.start as Date));
    return { slots, count: slots.length };
  });
  render(<Appointments />, { at: '/appointments?from=2030-05-14' });
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent('Tuesday, May 14, 2030');
  const items = page.getByRole('listitem').filter({ hasText: '30 minutes with Ben' });
  await expect.poll(() => items.all().length).toBe(1);
  expect(items.element().textContent).toContain('12:15');
});

// Rules: docs/specification/schedule.md#other-calendars
test('a session and free times at a busy time of the other calendar are marked', async () => {
  const clash = 'Your other calendar is busy at this time.';
  const slots = [
    { ...sessionAt('2030-05-14T10:00:00Z', 1), clashes: true },
    sessionAt('2030-05-14T12:00:00Z', 2),
  ];
  server.answer('listAppointments', () => ({ slots, count: slots.length }));
  const free = { bookedByUserId: null, bookedByUser: null };
  server.answer('listSlots', () => ({
    slots: [
      { ...sessionAt('2030-05-15T10:00:00Z', 3), ...free, clashes: true },
      { ...sessionAt('2030-05-15T12:00:00Z', 4), ...free },
    ],
    count: 2,
  }));
  render(<Appointments />, { at: '/appointments?from=2030-05-14' });
  await expect.element(page.getByText(clash)).toBeVisible();
  const marked = page.getByRole('listitem').filter({ hasText: clash });
  await marked.getByRole('button', { name: 'Suggest another time' }).click();
  const times = page.getByRole('dialog').getByRole('radio');
  await expect.element(times.first()).toHaveAccessibleName(new RegExp(clash.replace('.', '\\.')));
  await expect.element(times.nth(1)).not.toHaveAccessibleName(/other calendar/);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('a dialog that is opened again does not show the failure of before', async () => {
  server.answer('cancelBooking', () => {
    throw new ApiError('ServerError');
  });
  render(<CancelButton session={sessionAt('2030-05-14T12:00:00Z', 1)} partnerName="Ben" />);
  const failure = page.getByText('Failed to cancel the appointment. Please try again.');
  await userEvent.click(button('Cancel'));
  await userEvent.click(button('Cancel appointment'));
  await expect.element(failure).toBeVisible();
  await userEvent.click(button('Keep it'));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await userEvent.click(button('Cancel'));
  await expect.element(button('Cancel appointment')).toBeVisible();
  await expect.element(failure).not.toBeInTheDocument();
});

test('after a cancellation the focus is on the page, since the button goes with its session', async () => {
  server.answer('cancelBooking', () => ({}));
  render(
    <main tabIndex={-1}>
      <CancelButton session={sessionAt('2030-05-14T12:00:00Z', 1)} partnerName="Ben" />
    </main>,
  );
  await userEvent.click(button('Cancel'));
  await userEvent.click(button('Cancel appointment'));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('main')).toHaveFocus();
});

test.each([
  ['Asia/Kathmandu', '2030-05-16T12:45:00.000Z'],
  ['America/St_Johns', '2030-05-16T21:00:00.000Z'],
])('a time that the owner suggests is that of the clock in %s', async (zone, moment) => {
  await setZone(zone);
  server.answer('listSlots', () => ({ count: 0, slots: [] }));
  server.answer('proposeMove', () => ({}));
  const session = sessionAt('2030-05-14T12:00:00Z', 1);
  render(<RescheduleButton session={session} partner={ben} onMoved={() => undefined} />);
  await userEvent.click(button('Suggest another time'));
  await userEvent.fill(page.getByLabelText('Day'), '2030-05-16');
  await userEvent.fill(page.getByLabelText('Start'), '18:30');
  await userEvent.click(button('Suggest this time'));
  await expect.element(page.getByText('Suggested. We are telling Ben.')).toBeVisible();
  await expect.poll(() => server.payloads('proposeMove')).toEqual([{ startsAt: new Date(moment) }]);
});

describe('another time by the owner', () => {
  const session = sessionAt('2030-05-14T20:00:00Z', 1);
  const day = () => page.getByLabelText('Day');
  const start = () => page.getByLabelText('Start');
  let moved = 0;

  beforeEach(async () => {
    moved = 0;
    server.answer('listSlots', () => ({
      count: 1,
      slots: [{ ...sessionAt('2030-05-16T10:00:00Z', 3), bookedByUserId: null, bookedByUser: null }],
    }));
    server.answer('proposeMove', () => ({}));
    render(
      <RescheduleButton
        session={session}
        partner={{ ...ben, timeZone: 'Asia/Tokyo' }}
        onMoved={() => {
          moved += 1;
        }}
      />,
    );
    await userEvent.click(button('Suggest another time'));
  });

  test('begins with the day of the session in Kathmandu, and shows both clocks once it is complete', async () => {
    await expect.element(day()).toHaveValue('2030-05-15');
    await userEvent.fill(start(), '10:15');
    const shown = page.getByText(/your time/).last();
    await expect.element(shown).toMatchTextContent(/10:15.*10:45.*AM your time/);
    await expect.element(page.getByText(/1:30.*2:00.*PM for Ben/)).toBeVisible();
    // A free slot takes its place, and an incomplete time none.
    await userEvent.click(page.getByRole('radio'));
    await expect.element(page.getByText(/10:15.*10:45.*AM your time/)).not.toBeInTheDocument();
    await userEvent.fill(start(), '11:00');
    await expect.element(page.getByRole('radio')).not.toBeChecked();
    await userEvent.fill(start(), '');
    await userEvent.click(button('Suggest this time'));
    await expect.element(page.getByText('Please choose a time.')).toBeVisible();
    expect(server.payloads('proposeMove')).toEqual([]);
  });

  test('can be a free slot; the session stays where it is, and so does the focus', async () => {
    await userEvent.click(page.getByRole('radio'));
    await userEvent.click(button('Suggest this time'));
    await expect.element(page.getByText('Suggested. We are telling Ben.')).toBeVisible();
    await expect.element(button('Suggest another time')).toHaveFocus();
    await expect
      .poll(() => server.params('proposeMove'))
      .toEqual([{ scheduleSlotId: session.scheduleSlotId }]);
    await expect
      .poll(() => server.payloads('proposeMove'))
      .toEqual([{ startsAt: new Date('2030-05-16T10:00:00Z') }]);
    expect(moved).toBe(0);
  });
});

test('a time that the clocks skip that night cannot be suggested', async () => {
  await setZone('Europe/Berlin');
  server.answer('listSlots', () => ({ count: 0, slots: [] }));
  server.answer('proposeMove', () => ({}));
  const session = sessionAt('2030-03-28T12:00:00Z', 1);
  render(<RescheduleButton session={session} partner={ben} onMoved={() => undefined} />);
  await userEvent.click(button('Suggest another time'));
  await userEvent.fill(page.getByLabelText('Day'), '2030-03-31');
  await userEvent.fill(page.getByLabelText('Start'), '02:30');
  await userEvent.click(button('Suggest this time'));
  await expect.element(page.getByText('Please choose a time.')).toBeVisible();
  expect(server.payloads('proposeMove')).toEqual([]);
  await userEvent.fill(page.getByLabelText('Start'), '03:00');
  await expect.element(page.getByText('Please choose a time.')).not.toBeInTheDocument();
  await userEvent.click(button('Suggest this time'));
  await expect
    .poll(() => server.payloads('proposeMove'))
    .toEqual([{ startsAt: new Date('2030-03-31T01:00:00Z') }]);
});

test('another first day begins at its first page, and pages keep the day', async () => {
  const slots = [sessionAt('2030-05-14T12:00:00Z', 1)];
  server.answer('listAppointments', () => ({ slots, count: 30 }));
  const { router } = render(<Appointments />, { at: '/appointments?from=2030-05-14&page=2' });
  const current = () => page.getByRole('link', { name: 'Page 2' });
  await expect.element(current()).toHaveAttribute('aria-current', 'page');
  await expect
    .element(page.getByRole('link', { name: 'Page 1' }))
    .toHaveAttribute('href', '/appointments?from=2030-05-14');
  await page.getByRole('link', { name: 'Page 3' }).click();
  await expect.poll(() => router.state.location.search).toBe('?from=2030-05-14&page=3');
  await userEvent.fill(page.getByLabelText('From:'), '2030-05-20');
  await expect.poll(() => router.state.location.search).toBe('?from=2030-05-20');
  await expect.poll(() => server.payloads('listAppointments').at(-1)).toMatchObject({ offset: 0 });
});

describe('free times for another date', () => {
  const free = { bookedByUserId: null, bookedByUser: null };
  const lengths = () =>
    page
      .getByRole('radio')
      .elements()
      .map((radio) => /(\d+) minutes/.exec(radio.closest('label')?.textContent ?? '')?.[1]);
  const show = (session: Appointment) =>
    render(<RescheduleButton session={session} partner={ben} onMoved={() => undefined} />);

  test.each([
    ['of the guest have any length', { userId: ben.userId, bookedByUserId: ownUserId }, ['30', '60']],
    ['of the owner have that of the session', {}, ['30']],
  ] as const)('%s', async (_case, owner, shown) => {
    server.answer('listSlots', () => ({
      count: 2,
      slots: [
        { ...sessionAt('2030-05-15T10:00:00Z', 3), ...free },
        { ...sessionAt('2030-05-15T12:00:00Z', 4), ...free, duration: 60 },
      ],
    }));
    show({ ...sessionAt('2030-05-14T12:00:00Z', 1), ...owner });
    await userEvent.click(page.getByRole('button', { name: /another time|Reschedule/ }));
    await expect.poll(lengths).toEqual(shown);
  });

  test('are eight at first, more on request; a choice is needed and moves the session', async () => {
    const slots = Array.from({ length: 9 }, (_, hour) => ({
      ...sessionAt(`2030-05-15T1${hour}:00:00Z`, hour),
      ...free,
    }));
    server.answer('listSlots', () => ({ count: slots.length, slots }));
    server.answer('moveBooking', () => slots[0] as Appointment);
    show({
      ...sessionAt('2030-05-14T12:00:00Z', 1),
      userId: ben.userId,
      bookedByUserId: ownUserId,
    });
    await userEvent.click(button('Reschedule'));
    await expect.poll(lengths).toHaveLength(8);
    await userEvent.click(button('Show more times'));
    await expect.poll(lengths).toHaveLength(9);
    await userEvent.click(button('Move the session'));
    const missing = page.getByText(/choose a time/i);
    await expect.element(missing).toBeVisible();
    await userEvent.click(page.getByRole('radio').nth(8));
    await expect.element(missing).not.toBeInTheDocument();
    await userEvent.click(button('Move the session'));
    await expect.element(page.getByText('Moved. We are telling Ben.')).toBeVisible();
    await expect
      .poll(() => server.payloads('moveBooking'))
      .toEqual([{ toScheduleSlotId: slots[8]?.scheduleSlotId }]);
  });
});

test('past days come newest first, and their details open and close', async () => {
  const past = (startsAt: string, serial: number): PastSession => ({
    ...sessionAt(startsAt, serial),
    thanks: null,
    hasNotes: serial === 2,
  });
  server.answer('listPastSessions', () => ({
    count: 2,
    slots: [past('2026-05-14T12:00:00Z', 2), past('2026-05-12T12:00:00Z', 1)],
  }));
  server.answer('getCallSummary', () => {
    throw new ApiError('ResourceNotFound');
  });
  render(<Appointments />, { at: '/appointments?show=past' });
  const days = page.getByRole('heading', { level: 2 });
  await expect
    .poll(() => days.elements().map(({ textContent }) => textContent))
    .toEqual(['Thursday, May 14, 2026', 'Tuesday, May 12, 2026']);
  await expect.element(page.getByRole('link', { name: 'Past' })).toHaveAttribute('aria-current', 'page');
  const details = button('Words and talk time');
  await expect.element(details).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(details);
  await expect.element(details).toHaveAttribute('aria-expanded', 'true');
  await userEvent.click(details);
  await expect.element(details).toHaveAttribute('aria-expanded', 'false');
});
