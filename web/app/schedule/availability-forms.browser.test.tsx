import { ApiError } from '@parlance/contract/errors';
import type { FullProfile } from '@parlance/contract/people';
import type { OwnScheduleSlot, ScheduleSlot } from '@parlance/contract/schedule';
import { useState } from 'react';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server, sockets } from '#test/browser/network';
import { ownUserId, render } from '#test/browser/render';
import { ada, ben, createdAt, slotId } from '#test/browser/samples';
import { pass, setZone, stopClock } from '#test/browser/surroundings';
import { AvailabilityCalendar } from './availability-calendar';
import { AvailabilityList } from './availability-list';

let slots: OwnScheduleSlot[];
const at = (time: string) => new Date(`2030-03-${time}:00Z`);
const slotAt = (startsAt: Date, more: Partial<OwnScheduleSlot> = {}): OwnScheduleSlot => ({
  scheduleSlotId: `00000000-0000-7000-8000-${String(startsAt.getTime()).slice(-12)}`,
  startsAt,
  duration: 30,
  bookedByUserId: null,
  bookedByUser: null,
  userId: ownUserId,
  createdAt,
  updatedAt: createdAt,
  ...more,
});
const button = (name: string) => page.getByRole('button', { name, exact: true });
const created = () => server.payloads('createSlot').map(({ startsAt, duration }) => [startsAt, duration]);

describe('the calendar of the member', () => {
  beforeEach(async () => {
    await setZone('Europe/Berlin');
    slots = [];
    server.answer('listOwnSlots', ({ payload }) => {
      const found = slots.filter(({ startsAt }) => startsAt >= (payload.start as Date));
      return { slots: found, count: found.length };
    });
    server.answer('listBusyTimes', () => ({ ranges: [] }));
    server.answer('createSlot', ({ payload }) => {
      const { startsAt, duration } = payload as { startsAt: Date; duration: number };
      const slot: ScheduleSlot = slotAt(new Date(startsAt), { duration });
      slots.push(slotAt(slot.startsAt, { duration }));
      return slot;
    });
  });
  const show = (from = '2030-03-06') => render(<AvailabilityCalendar />, { at: `/?from=${from}` });
  const form = () => page.getByRole('form', { name: 'Add a slot by its time' });
  const status = () => form().getByRole('status');

  test('adds a slot at its local time, repeated over the change of the clocks', async () => {
    show('2030-03-25');
    await expect.element(form().getByLabelText('Day')).toHaveValue('2030-03-25');
    await expect.element(form().getByLabelText('Start')).toHaveValue(String(18 * 60));
    await userEvent.selectOptions(form().getByLabelText('Duration'), '45 minutes');
    await userEvent.selectOptions(form().getByLabelText('Repeat'), 'Weekly, for 2 weeks');
    await userEvent.click(button('Add slot'));
    await expect.element(status()).toHaveTextContent('2 slots added.');
    // Summer time begins on the 31st.
    expect(created()).toEqual([
      [at('25T17:00'), 45],
      [new Date('2030-04-01T16:00:00Z'), 45],
    ]);
    await expect.element(button('Add slot')).toBeEnabled();
  });

  test('says how many of several slots are added, and takes no other order meanwhile', async () => {
    const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    server.answer('createSlot', async ({ payload }) => {
      await answers[created().length - 1]?.promise;
      return slotAt(new Date(String(payload.startsAt)));
    });
    slots = [slotAt(at('04T09:00')), slotAt(at('05T09:00'))];
    show('2030-03-11');
    const weeks = page.getByRole('region', { name: 'Fill more weeks' });
    const progress = weeks.getByRole('progressbar', { name: 'Adding slots' });
    await userEvent.click(button('Copy last week'));
    await expect.element(progress).toHaveAttribute('aria-valuetext', '0 of 2');
    await expect.element(button('Copy last week')).toBeDisabled();
    await expect.element(button('Repeat')).toBeDisabled();
    answers[0]?.resolve();
    await expect.element(progress).toHaveAttribute('aria-valuetext', '1 of 2');
    answers[1]?.resolve();
    await expect.element(weeks.getByText('2 slots added.')).toBeVisible();
    await expect.element(button('Repeat')).toBeEnabled();
    expect(created()).toHaveLength(2);
  });

  test('shows three days on a narrow screen, also those of the next week, and goes on by three', async () => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1280, 800));
    stopClock('2030-03-10T09:00:00Z');
    // Monday, the last of the three days.
    slots = [slotAt(at('11T09:00'))];
    const { router } = show('2030-03-09');
    const weeks = page.getByRole('navigation', { name: 'Weeks' });
    await expect.element(weeks.getByRole('heading')).toHaveTextContent('March 9 – 11, 2030');
    await expect
      .element(page.getByRole('gridcell', { name: /^Monday 11 March, 10:00.*, available$/ }))
      .toBeInTheDocument();
    // From the Monday before the first day to the Monday after the last one.
    await expect
      .poll(() => server.payloads('listBusyTimes'))
      .toEqual([{ start: at('03T23:00'), end: at('17T23:00') }]);
    expect(weeks.getByRole('link', { name: 'Today' }).query()).toBeNull();
    await userEvent.click(weeks.getByRole('link', { name: 'Next days' }));
    await expect.poll(() => router.state.location.search).toBe('?from=2030-03-12');
    await expect.element(weeks.getByRole('link', { name: 'Today' })).toBeVisible();
    await userEvent.click(weeks.getByRole('link', { name: 'Previous days' }));
    await expect.poll(() => router.state.location.search).toBe('?from=2030-03-09');
  });

  test('names each slot that was refused, and adds the others', async () => {
    server.answer('createSlot', ({ payload }) => {
      const startsAt = new Date(String(payload.startsAt));
      if (startsAt.getUTCDate() === 4) throw new ApiError('NotAllowed', { message: 'It overlaps.' });
      return slotAt(startsAt);
    });
    show();
    await userEvent.selectOptions(form().getByLabelText('Repeat'), 'Weekly, for 2 weeks');
    await userEvent.click(button('Add slot'));
    await expect
      .element(status())
      .toHaveTextContent('1 slot added.Monday, March 4, 2030, 6:00 PM: It overlaps.');
  });

  test('a time that the clocks skip by day is refused at the day', async () => {
    await setZone('Africa/Khartoum');
    show('2000-01-15');
    await userEvent.fill(form().getByLabelText('Day'), '2000-01-15');
    await userEvent.selectOptions(form().getByLabelText('Start'), String(12 * 60));
    await userEvent.click(button('Add slot'));
    await expect.element(form().getByText('The clocks skip this time that day.')).toBeVisible();
    await expect.element(form().getByLabelText('Day')).toHaveAttribute('aria-invalid', 'true');
    expect(created()).toEqual([]);
    await userEvent.selectOptions(form().getByLabelText('Start'), String(13 * 60));
    await userEvent.click(button('Add slot'));
    await expect.element(status()).toHaveTextContent('1 slot added.');
    // 13:00 is that of the zone three hours ahead, in which noon was skipped.
    expect(created()).toEqual([[new Date('2000-01-15T10:00:00Z'), 15]]);
  });

  test('asks for a day, and takes no time without one', async () => {
    show('2030-03-31');
    await userEvent.clear(form().getByLabelText('Day'));
    await userEvent.click(button('Add slot'));
    await expect.element(form().getByText('Please choose a day.')).toBeVisible();
    await expect.element(form().getByLabelText('Day')).toHaveAttribute('aria-invalid', 'true');
    expect(created()).toEqual([]);
    await userEvent.fill(form().getByLabelText('Day'), '2030-03-31');
    await userEvent.click(button('Add slot'));
    await expect.element(status()).toHaveTextContent('1 slot added.');
    await expect.element(form().getByText('Please choose a day.')).not.toBeInTheDocument();
  });

  test('copies the last week into this one, and this one into the next ones, without doubles', async () => {
    stopClock('2030-03-01T00:00:00Z');
    // Monday and Tuesday of the last week; Tuesday is there already.
    slots = [slotAt(at('04T09:00')), slotAt(at('05T09:00')), slotAt(at('12T09:00'))];
    show('2030-03-11');
    const weeks = page.getByRole('region', { name: 'Fill more weeks' });
    await userEvent.click(button('Copy last week'));
    await expect.element(weeks.getByText('1 slot added.')).toBeVisible();
    expect(created()).toEqual([[at('11T09:00'), 30]]);
    await userEvent.click(weeks.getByText('1 slot left out'));
    await expect
      .element(weeks.getByText('Tuesday, March 5, 2030, 10:00 AM (1 week later) already exists'))
      .toBeVisible();
    await expect.poll(() => server.payloads('createSlot')).toHaveLength(1);
    // The week of the calendar and the one before, from midnight to midnight.
    const [shown, source, target] = server.payloads('listOwnSlots').map(({ start }) => start);
    expect([shown, source, target]).toEqual([at('10T23:00'), at('03T23:00'), at('10T23:00')]);
    // All are there by now, which is not the same as an empty week.
    await userEvent.click(button('Copy last week'));
    await expect.element(weeks.getByRole('status')).toMatchTextContent(/^0 slots added\.2 slots left out/);
    await expect.element(weeks.getByLabelText('How long to repeat this week')).toHaveValue('4');
    await userEvent.selectOptions(weeks.getByLabelText('How long to repeat this week'), '1 week');
    await userEvent.click(button('Repeat'));
    await expect.element(weeks.getByText('2 slots added.')).toBeVisible();
    expect(created().slice(1)).toEqual([
      [at('18T09:00'), 30],
      [at('19T09:00'), 30],
    ]);
    await userEvent.click(button('Repeat'));
    await expect.element(weeks.getByRole('status')).toMatchTextContent(/^0 slots added\.2 slots left out/);
  });

  test('does not copy a slot at the first midnight after a week', async () => {
    stopClock('2030-03-01T00:00:00Z');
    slots = [slotAt(at('10T23:00')), slotAt(at('17T23:00'))];
    show('2030-03-11');
    const weeks = page.getByRole('region', { name: 'Fill more weeks' });
    await userEvent.click(button('Copy last week'));
    await expect.element(weeks.getByRole('status')).toHaveTextContent('There is nothing to copy.');
    expect(created()).toEqual([]);
  });

  test('that could not be read is read again on request; it is read anew after a lost connection', async () => {
    server.answer('listOwnSlots', () => {
      throw new ApiError('ServerError');
    });
    show();
    const failed = page.getByText('Your availability could not be loaded. Nothing was lost.');
    await expect.element(failed).toBeVisible();
    slots = [slotAt(at('06T09:00'))];
    server.answer('listOwnSlots', () => ({ slots, count: slots.length }));
    await userEvent.click(button('Try again'));
    await expect.element(failed).not.toBeInTheDocument();
    const cells = () => page.getByRole('gridcell', { name: /, available$/ }).elements().length;
    await expect.poll(cells).toBe(2);
    await expect.poll(sockets.isConnected).toBe(true);
    slots = [];
    sockets.drop();
    await expect.poll(cells).toBe(0);
  });

  test('reads slots and busy times of the whole week, in the zone of the device, whose season it names', async () => {
    const { router } = show('2030-04-03');
    await expect.element(page.getByText(/Times are Central European Summer Time\./)).toBeVisible();
    // Summer time began within the week before.
    const [from, until] = [new Date('2030-03-31T22:00:00Z'), new Date('2030-04-07T22:00:00Z')];
    await expect.poll(() => server.payloads('listBusyTimes')).toEqual([{ start: from, end: until }]);
    await expect.poll(() => server.payloads('listOwnSlots')).toMatchObject([{ start: from }]);
    expect(page.getByText('Busy elsewhere').query()).toBeNull();
    await router.navigate('/?from=2030-03-06');
    await expect.element(page.getByText(/Times are Central European Standard Time\./)).toBeVisible();
  });

  test.each([
    ['its first', '2030-03-04T09:00:00Z'],
    ['its last', '2030-03-10T09:00:00Z'],
  ])('offers no way to today on %s day, and begins with that day in its form', async (_case, now) => {
    stopClock(now);
    const { router } = show();
    const weeks = page.getByRole('navigation', { name: 'Weeks' });
    const today = weeks.getByRole('link', { name: 'Today' });
    await expect.element(form().getByLabelText('Day')).toHaveValue(now.slice(0, 10));
    expect(today.query()).toBeNull();
    await router.navigate('/?from=2030-03-11');
    await expect.element(today).toBeVisible();
    await expect.element(form().getByLabelText('Day')).toHaveValue('2030-03-11');
    await router.navigate('/?from=2030-03-03');
    await expect.element(today).toBeVisible();
    await expect.element(form().getByLabelText('Day')).toHaveValue(now.slice(0, 10));
  });

  test('late in the evening it opens on the next day, and the way to today names the day', async () => {
    // Sunday, a quarter to ten in Berlin.
    stopClock('2030-03-10T20:45:00Z');
    const { router } = render(<AvailabilityCalendar />);
    const weeks = page.getByRole('navigation', { name: 'Weeks' });
    await expect.element(weeks.getByRole('heading')).toHaveTextContent('March 11 – 17, 2030');
    await userEvent.click(weeks.getByRole('link', { name: 'Today' }));
    await expect.poll(() => router.state.location.search).toBe('?from=2030-03-10');
    await expect.element(weeks.getByRole('heading')).toHaveTextContent('March 4 – 10, 2030');
  });

  test('has nothing to copy from an empty week, and says what could not be read', async () => {
    show();
    const weeks = page.getByRole('region', { name: 'Fill more weeks' });
    await userEvent.click(button('Copy last week'));
    await expect.element(weeks.getByRole('status')).toHaveTextContent('There is nothing to copy.');
    server.answer('listOwnSlots', () => {
      throw new ApiError('ServerError');
    });
    await userEvent.click(button('Repeat'));
    await expect.element(weeks.getByRole('alert')).toBeVisible();
    expect(created()).toEqual([]);
  });

  test('lists slots outside its hours; a booked one cannot be removed there', async () => {
    slots = [
      slotAt(at('06T02:00')),
      slotAt(at('06T22:00'), { bookedByUserId: ben.userId, bookedByUser: ben }),
    ];
    server.answer('deleteSlot', () => {
      slots.shift();
      return {};
    });
    show();
    const outside = page.getByRole('region', { name: "Slots outside the calendar's hours" });
    const lines = () =>
      outside
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent);
    await expect
      .poll(lines)
      .toEqual([
        expect.stringMatching(/^Wednesday, March 6, 2030, 3:00.*Remove$/),
        expect.stringMatching(/^Wednesday, March 6, 2030, 11:00.*Booked by Ben$/),
      ]);
    const { scheduleSlotId } = slots[0] as OwnScheduleSlot;
    await userEvent.click(outside.getByRole('button', { name: 'Remove' }));
    await expect.poll(lines).toHaveLength(1);
    await expect.poll(() => server.params('deleteSlot')).toEqual([{ scheduleSlotId }]);
  });

  test('goes by weeks, keeps the fragment, and returns to today', async () => {
    stopClock('2030-03-06T09:00:00Z');
    const { router } = show();
    const weeks = page.getByRole('navigation', { name: 'Weeks' });
    const shown = weeks.getByRole('heading');
    await expect.element(shown).toHaveTextContent('March 4 – 10, 2030');
    await expect.element(shown).not.toHaveAttribute('aria-live');
    await expect.element(weeks.getByRole('link', { name: 'Today' })).not.toBeInTheDocument();
    await userEvent.click(weeks.getByRole('link', { name: 'Previous week' }));
    await expect.element(shown).toHaveAttribute('aria-live', 'polite');
    await expect.poll(() => router.state.location.search).toBe('?from=2030-02-25');
    expect(router.state.location.hash).toBe('#availability');
    // The page neither jumps to the top nor to the anchor.
    expect(router.state.preventScrollReset).toBe(true);
    expect(router.state.location.state).toEqual({ scrollKey: 'default' });
    await userEvent.click(weeks.getByRole('link', { name: 'Next week' }));
    await userEvent.click(weeks.getByRole('link', { name: 'Next week' }));
    await expect.poll(() => router.state.location.search).toBe('?from=2030-03-11');
    await userEvent.click(weeks.getByRole('link', { name: 'Today' }));
    await expect.element(weeks.getByRole('link', { name: 'Today' })).not.toBeInTheDocument();
    const today = page
      .getByRole('columnheader')
      .elements()
      .find((head) => head.ariaCurrent === 'date');
    expect(today?.textContent).toContain('6');
  });
});

describe('the free times on a profile', () => {
  const owner: FullProfile = { ...ben, timeZone: 'Asia/Tokyo', languages: [] };
  const offered = (startsAt: Date, more: Partial<OwnScheduleSlot> = {}) =>
    slotAt(startsAt, { userId: ben.userId, ...more });
  const rows = () => page.getByRole('listitem');

  beforeEach(async () => {
    await setZone('UTC');
    stopClock('2030-03-06T10:15:00Z');
    slots = [];
    server.answer('listSlots', ({ payload: { offset = 0 } }) => ({
      count: slots.length,
      slots: slots.slice(Number(offset), Number(offset) + 5),
    }));
  });

  test('are on both clocks; what has begun or is taken cannot be booked', async () => {
    const mine = { bookedByUserId: ownUserId, bookedByUser: ada };
    slots = [
      offered(at('06T08:00')),
      offered(at('06T10:00')),
      offered(at('06T10:00'), { ...mine, scheduleSlotId: '00000000-0000-7000-8000-000000000001' }),
      offered(at('06T16:00')),
      offered(at('07T09:00'), { isBooked: true }),
    ];
    render(<AvailabilityList profile={owner} />);
    await expect.poll(() => rows().elements()).toHaveLength(5);
    const states = () =>
      rows()
        .elements()
        .map((row) => [
          ['Past', 'Started', 'In Session', 'Free', 'Booked'].find((state) =>
            row.textContent?.includes(state),
          ),
          row.querySelector('a:not([href^="/profile"])')?.getAttribute('href') ?? null,
        ]);
    expect(states()).toEqual([
      ['Past', null],
      ['Started', null],
      ['In Session', `/chat/${ben.userId}`],
      ['Free', `/booking/${ben.userId}/${slots[3]?.scheduleSlotId}`],
      ['Booked', null],
    ]);
    await expect
      .element(rows().nth(3))
      .toMatchTextContent(/4:00.*4:30.*PM your time · .*1:00.*1:30.*AM \+1 day for Ben/);
    const days = page
      .getByRole('heading', { level: 3 })
      .elements()
      .map(({ textContent }) => textContent);
    expect(days).toEqual(['Wednesday, March 6, 2030', 'Thursday, March 7, 2030']);
    // A session of two others is none of this viewer.
    slots = [offered(at('06T10:00'), { bookedByUserId: '00000000-0000-7000-8000-0000000000cc' })];
    await expect.poll(sockets.isConnected).toBe(true);
    sockets.emit('schedule:changed', { scheduleSlotId: slotId(1), change: 'booked', byUserId: ben.userId });
    await expect.poll(() => rows().elements()).toHaveLength(1);
    expect(states()).toEqual([['In Session', null]]);
  });

  test('of oneself are without a link to book, with the guest and the session', async () => {
    slots = [
      slotAt(at('06T10:00'), { bookedByUserId: ben.userId, bookedByUser: ben }),
      slotAt(at('06T16:00')),
    ];
    render(<AvailabilityList profile={{ ...owner, userId: ownUserId, name: 'Ada' }} />);
    await expect.poll(() => rows().elements()).toHaveLength(2);
    await expect
      .element(page.getByRole('link', { name: 'Join Session' }))
      .toHaveAttribute('href', `/chat/${ben.userId}`);
    await expect.element(rows().first()).toMatchTextContent(/Booked by Ben/);
    expect(rows().nth(1).getByRole('link').elements()).toHaveLength(0);
    expect(rows().nth(1).element().textContent).not.toContain('your time');
    slots = [];
    await expect.poll(sockets.isConnected).toBe(true);
    sockets.emit('schedule:changed', { scheduleSlotId: slotId(1), change: 'booked', byUserId: ben.userId });
    await expect
      .element(page.getByRole('link', { name: 'Set up your availability' }))
      .toHaveAttribute('href', '/settings#availability');
  });

  test('go on with the clock, and offer visitors no session of others', async () => {
    slots = [offered(at('06T10:00'), { isBooked: true }), offered(at('06T10:16'))];
    render(<AvailabilityList profile={owner} />, { isVisitor: true });
    await expect.element(rows().first()).toMatchTextContent(/In Session/);
    await expect.element(rows().nth(1).getByRole('link')).toBeVisible();
    expect(page.getByRole('link', { name: 'Join Session' }).query()).toBeNull();
    await pass(60_000);
    await expect.element(rows().nth(1)).toMatchTextContent(/Started/);
    await expect.element(rows().nth(1).getByRole('link')).not.toBeInTheDocument();
  });

  test('that could not be loaded are loaded again on request', async () => {
    server.answer('listSlots', () => {
      throw new ApiError('ServerError');
    });
    render(<AvailabilityList profile={owner} />);
    await expect
      .element(page.getByText('The availability could not be loaded. Nothing was lost.'))
      .toBeVisible();
    server.answer('listSlots', () => ({ count: 0, slots: [] }));
    await userEvent.click(button('Try again'));
    await expect.element(page.getByText('No availability has been set up')).toBeVisible();
  });

  test('of another member are not those of the one before, not even while they load', async () => {
    slots = [offered(at('06T16:00'))];
    const carla: FullProfile = { ...owner, userId: '00000000-0000-7000-8000-0000000000cc', name: 'Carla' };
    function Profiles() {
      const [shown, setShown] = useState(owner);
      return (
        <>
          <button type="button" onClick={() => setShown(carla)}>
            Next
          </button>
          <AvailabilityList profile={shown} />
        </>
      );
    }
    render(<Profiles />);
    await expect.poll(() => rows().elements()).toHaveLength(1);
    const loaded = Promise.withResolvers<{ count: number; slots: [] }>();
    server.answer('listSlots', () => loaded.promise);
    await userEvent.click(button('Next'));
    await expect.element(page.getByText('Loading availability...')).toBeVisible();
    expect(rows().elements()).toEqual([]);
    loaded.resolve({ count: 0, slots: [] });
    await expect.element(page.getByText('No availability has been set up')).toBeVisible();
  });

  test('are five a page; without any, only the owner is led to the settings', async () => {
    slots = Array.from({ length: 6 }, (_, hour) => offered(at(`06T1${hour + 2}:00`)));
    const { router } = render(<AvailabilityList profile={owner} />);
    await expect.poll(() => rows().filter({ hasText: 'Free' }).elements()).toHaveLength(5);
    await userEvent.click(page.getByRole('link', { name: 'Page 2' }));
    await expect.poll(() => rows().filter({ hasText: 'Free' }).elements()).toHaveLength(1);
    const { start, ...part } = server.payloads('listSlots').at(-1) ?? {};
    expect(part).toMatchObject({ limit: 5, offset: 5 });
    // Waiting for an element lets a stopped clock advance a little.
    expect((start as Date).toISOString()).toMatch(/^2030-03-06T08:15/);
    slots = [];
    await router.navigate('/');
    await expect.poll(sockets.isConnected).toBe(true);
    sockets.emit('schedule:changed', { scheduleSlotId: slotId(1), change: 'booked', byUserId: ben.userId });
    await expect.element(page.getByText('No availability has been set up')).toBeVisible();
    expect(page.getByRole('link', { name: 'Set up your availability' }).query()).toBeNull();
  });
});
