import { ApiError } from '@parlance/contract/errors';
import type { ScheduleSlot } from '@parlance/contract/schedule';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '#lib/query-client';
import { server, sockets } from '#test/browser/network';
import { ownUserId, render } from '#test/browser/render';
import { pass, setZone, stopClock } from '#test/browser/surroundings';
import { AvailabilityCalendar } from './availability-calendar';
import { scheduleKey } from './schedule-queries';

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
  return render(<AvailabilityCalendar />, { at: '/?from=2030-03-06' });
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

test('only past quarters are disabled', async () => {
  const { router } = await show([
    slotAt(at('09:30'), 15),
    { ...slotAt(at('11:30'), 15), bookedByUserId: ownUserId },
  ]);
  await expect.element(cell('9:30', 'available')).not.toHaveAttribute('aria-disabled');
  await expect.element(cell('11:30', 'booked')).not.toHaveAttribute('aria-disabled');
  await expect.element(cell('9:45', 'free')).not.toHaveAttribute('aria-disabled');
  await router.navigate('/?from=2020-03-04');
  const past = page.getByRole('gridcell', { name: /^Wednesday 4 March, 0?9:45(\sAM)?, past$/ });
  await expect.element(past).toHaveAttribute('aria-disabled', 'true');
});

const focusCell = async (time: string, state = 'free') => {
  await expect.element(cell(time, state)).toBeVisible();
  (cell(time, state).element() as HTMLElement).focus();
};
const starts = () => server.payloads('createSlot').map(({ startsAt }) => startsAt);

// Rules: docs/specification/schedule.md#availability-calendar
describe('keys', () => {
  test('move, select, extend up to a slot, and add; Escape lets go', async () => {
    await show([slotAt(at('09:30'), 30)]);
    await page.getByRole('radio', { name: '15 min' }).click();
    await focusCell('9:00');
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(cell('8:45', 'free')).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect.element(cell('8:45', 'free')).toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByText('15 minutes selected')).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(cell('8:45', 'free')).toHaveAttribute('aria-selected', 'false');
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}');
    // The selection ends before the slot, and so does the focus.
    await expect.element(cell('9:15', 'free')).toHaveFocus();
    await expect.element(page.getByText('45 minutes selected')).toBeInTheDocument();
    expect(cell('9:30', 'available').element().getAttribute('aria-selected')).toBe('false');
    await userEvent.keyboard('{Enter}');
    await expect.poll(starts).toEqual([at('08:45'), at('09:00'), at('09:15')]);
    await expect.element(page.getByText('3 slots added')).toBeInTheDocument();
  });

  test('arrows to the side follow the days, which run from right to left in some languages', async () => {
    await show();
    await focusCell('9:00');
    document.documentElement.dir = 'rtl';
    await userEvent.keyboard('{ArrowLeft}');
    const next = page.getByRole('gridcell', { name: /^Thursday 7 March, 0?9:00(\sAM)?, free$/ });
    await expect.element(next).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(cell('9:00', 'free')).toHaveFocus();
  });

  test('an arrow without Shift drops the selection', async () => {
    await show();
    await focusCell('9:00');
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}{ArrowDown}');
    await expect.element(cell('9:30', 'free')).toHaveFocus();
    await expect.element(cell('9:00', 'free')).toHaveAttribute('aria-selected', 'false');
  });

  test('add and remove nothing while the slots are loading', async () => {
    const loaded = Promise.withResolvers<{ slots: []; count: number }>();
    await show();
    await expect.element(cell('9:00', 'free')).toBeVisible();
    await expect.poll(() => server.payloads('listOwnSlots')).toHaveLength(1);
    server.answer('listOwnSlots', () => loaded.promise);
    await page.getByRole('link', { name: 'Next week' }).click();
    const later = page.getByRole('gridcell', { name: /^Wednesday 13 March, 0?9:00(\sAM)?, free$/ });
    await expect.element(later).toBeVisible();
    await expect.poll(() => document.querySelector('[aria-busy="true"]')).not.toBeNull();
    (later.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(later);
    loaded.resolve({ slots: [], count: 0 });
    await expect.poll(() => document.querySelector('[aria-busy="true"]')).toBeNull();
    expect(starts()).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.poll(starts).toHaveLength(1);
    // Said once the slots are read again, so that no request outlives the test.
    await expect.element(page.getByText('Slot added')).toBeInTheDocument();
  });

  test('one cell is reached with Tab: at first eight in the morning, then the one that had the focus', async () => {
    await show();
    await expect.element(cell('9:00', 'free')).toBeVisible();
    const reached = () =>
      [...document.querySelectorAll('[role="grid"] [tabindex="0"]')].map((one) => one.ariaLabel);
    expect(reached()).toEqual([expect.stringMatching(/^Monday 4 March, 0?8:00/)]);
    await focusCell('9:00');
    await expect.poll(reached).toEqual([expect.stringMatching(/^Wednesday 6 March, 0?9:00/)]);
    // A press without a pointer comes from assistive technology.
    await expect.poll(() => document.querySelector('[aria-busy="true"]')).toBeNull();
    cell('9:30', 'free')
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
    await expect.poll(starts).toEqual([at('09:30')]);
    await expect.element(page.getByText('Slot added')).toBeInTheDocument();
  });

  test('with Ctrl belong to the browser; Delete removes nothing that is past', async () => {
    const { router } = await show([slotAt(at('09:30'), 15), slotAt(new Date('2020-03-04T09:45:00Z'), 15)]);
    await focusCell('9:30', 'available');
    await userEvent.keyboard('{Control>}{Delete}{/Control}');
    await router.navigate('/?from=2020-03-04');
    const past = page.getByRole('gridcell', { name: /^Wednesday 4 March, 0?9:45(\sAM)?, past$/ });
    await expect.element(past).toHaveTextContent('Available');
    (past.element() as HTMLElement).focus();
    await userEvent.keyboard('{Delete}');
    await new Promise(requestAnimationFrame);
    expect(server.params('deleteSlot')).toEqual([]);
    expect(page.getByText('Slot removed.').query()).toBeNull();
  });

  test('a selection grows in both directions from where it began, and only in its own day', async () => {
    await show();
    await page.getByRole('radio', { name: '15 min' }).click();
    await focusCell('9:00');
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowUp}{ArrowUp}{ArrowRight}{/Shift}');
    await expect.element(cell('8:45', 'free')).toHaveFocus();
    await expect.element(page.getByText('30 minutes selected')).toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    await expect.poll(starts).toEqual([at('08:45'), at('09:00')]);
    await expect.element(page.getByText('2 slots added')).toBeInTheDocument();
  });

  test('Delete removes a slot, Undo brings it back, and a booked one says why it stays', async () => {
    const booked = { ...slotAt(at('14:00'), 15), bookedByUserId: ownUserId };
    await show([slotAt(at('09:30'), 15), booked]);
    server.answer('deleteSlot', () => ({}));
    await focusCell('9:30', 'available');
    server.answer('listOwnSlots', () => ({ slots: [{ ...booked, bookedByUser: null }], count: 1 }));
    await userEvent.keyboard('{Delete}');
    await expect.element(page.getByText('Slot removed.')).toBeVisible();
    await expect.element(cell('9:30', 'free')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(starts).toEqual([at('09:30')]);
    await expect.element(page.getByText('Slot added')).toBeInTheDocument();
    const bookedCell = page.getByRole('gridcell', { name: /booked$/ });
    (bookedCell.element() as HTMLElement).focus();
    await userEvent.keyboard('{Backspace}');
    await expect.element(page.getByText(/^This slot is booked\. Cancel/)).toBeInTheDocument();
    await expect.poll(() => server.params('deleteSlot')).toHaveLength(1);
  });
});

test('each slot that is added is announced, also in the same words', async () => {
  await show();
  await page.getByRole('radio', { name: '15 min' }).click();
  await focusCell('9:00');
  await userEvent.keyboard('{Enter}');
  const said = page.getByText('Slot added');
  await expect.element(said).toBeInTheDocument();
  const first = said.element();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => said.query() !== null && said.element() !== first).toBe(true);
  expect(said.element().closest('[role="status"]')).not.toBeNull();
  expect(starts()).toEqual([at('09:00'), at('09:15')]);
});

test('the grid opens at eight in the morning and stays where the member has scrolled it', async () => {
  await show();
  await expect.element(cell('9:00', 'free')).toBeVisible();
  const scroller = document.querySelector('[role="grid"]')?.parentElement;
  if (!scroller) throw new Error('no grid');
  const topOf = (time: string) => cell(time, 'free').element().getBoundingClientRect().top;
  // The headings of the days stay in view, their row does not.
  const head = () => scroller.querySelector('thead th')?.getBoundingClientRect().bottom ?? 0;
  expect(Math.abs(topOf('8:00') - head())).toBeLessThan(2);
  scroller.scrollTop = 0;
  await focusCell('7:00');
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
  await expect.element(page.getByText('30 minutes selected')).toBeInTheDocument();
  expect(scroller.scrollTop).toBeLessThan(40);
});

describe('a slot', () => {
  const slot = slotAt(at('09:30'), 30);

  test('that does not fit before another one is not asked for', async () => {
    await show([slot]);
    await page.getByRole('radio', { name: '30 min' }).click();
    await focusCell('9:15');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('30 minutes do not fit here.')).toBeVisible();
    expect(starts()).toEqual([]);
  });

  test('that the server does not remove is there again, and says why', async () => {
    await show([slot]);
    const answer = Promise.withResolvers<Record<string, never>>();
    server.answer('deleteSlot', () => answer.promise);
    await focusCell('9:30', 'available');
    await userEvent.keyboard('{Delete}');
    await expect.element(cell('9:30', 'free')).toBeVisible();
    await expect.poll(() => server.params('deleteSlot')).toHaveLength(1);
    // The list is not read again before the answer, nor does the failure wait for it.
    server.answer('listOwnSlots', () => Promise.withResolvers<never>().promise);
    answer.reject(new ApiError('NotAllowed', { message: 'Somebody has just booked it.' }));
    await expect.element(page.getByText('Somebody has just booked it.')).toBeVisible();
    await expect.element(cell('9:30', 'available')).toBeVisible();
    expect(page.getByText('Slot removed.').query()).toBeNull();
  });

  test('that is removed does not come back with a list that was asked for before', async () => {
    await show([slot]);
    await focusCell('9:30', 'available');
    // A connection has the list read again, too.
    await expect.poll(sockets.isConnected).toBe(true);
    await expect.poll(() => queryClient.isFetching()).toBe(0);
    const before = Promise.withResolvers<void>();
    const list = { slots: [{ ...slot, bookedByUser: null }], count: 1 };
    server.answer('listOwnSlots', () => before.promise.then(() => list));
    const reads = server.payloads('listOwnSlots').length;
    void queryClient.invalidateQueries({ queryKey: scheduleKey });
    await expect.poll(() => server.payloads('listOwnSlots').length).toBeGreaterThan(reads);
    const removed = Promise.withResolvers<Record<string, never>>();
    server.answer('deleteSlot', () => removed.promise);
    await userEvent.keyboard('{Delete}');
    await expect.element(cell('9:30', 'free')).toBeVisible();
    await expect.poll(() => server.params('deleteSlot')).toHaveLength(1);
    before.resolve();
    await expect.poll(() => queryClient.isFetching()).toBe(0);
    await new Promise(requestAnimationFrame);
    expect(cell('9:30', 'available').query()).toBeNull();
    server.answer('listOwnSlots', () => ({ slots: [], count: 0 }));
    removed.resolve({});
    await expect.element(page.getByText('Slot removed.')).toBeVisible();
    await expect.element(cell('9:30', 'free')).toBeVisible();
  });

  test('that cannot be brought back says so, on whatever screen', async () => {
    await show([slot]);
    server.answer('deleteSlot', () => ({}));
    await focusCell('9:30', 'available');
    server.answer('listOwnSlots', () => ({ slots: [], count: 0 }));
    await userEvent.keyboard('{Delete}');
    server.answer('createSlot', () => {
      throw new ApiError('NotAllowed', { message: 'You are booked then.' });
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('The slot could not be brought back.').first()).toBeVisible();
    await expect.element(page.getByText('You are booked then.').first()).toBeVisible();
    await expect.element(cell('9:30', 'free')).toBeVisible();
    await expect.poll(() => server.payloads('createSlot')).toEqual([{ startsAt: at('09:30'), duration: 30 }]);
  });

  test('that is removed before it has arrived is removed by the id of the server; one that never arrived is not', async () => {
    await show();
    await page.getByRole('radio', { name: '15 min' }).click();
    const arrived = slotAt(at('09:00'), 15);
    let answer = Promise.withResolvers<ScheduleSlot>();
    server.answer('createSlot', () => answer.promise);
    server.answer('deleteSlot', () => ({}));
    await focusCell('9:00');
    await userEvent.keyboard('{Enter}');
    await expect.element(cell('9:00', 'available')).toBeVisible();
    await userEvent.keyboard('{Delete}');
    expect(server.params('deleteSlot')).toEqual([]);
    server.answer('listOwnSlots', () => ({ slots: [{ ...arrived, bookedByUser: null }], count: 1 }));
    await expect.poll(starts).toHaveLength(1);
    answer.resolve(arrived);
    await expect
      .poll(() => server.params('deleteSlot'))
      .toEqual([{ scheduleSlotId: arrived.scheduleSlotId }]);
    server.answer('listOwnSlots', () => ({ slots: [], count: 0 }));
    await expect.element(page.getByText('Slot removed.')).toBeVisible();
    answer = Promise.withResolvers();
    await focusCell('10:00');
    await userEvent.keyboard('{Enter}');
    await expect.element(cell('10:00', 'available')).toBeVisible();
    await userEvent.keyboard('{Delete}');
    await expect.poll(starts).toHaveLength(2);
    answer.reject(new ApiError('NotAllowed', { message: 'No room.' }));
    await expect.element(page.getByText('No room.')).toBeVisible();
    await expect.element(cell('10:00', 'free')).toBeVisible();
    await expect.poll(() => server.params('deleteSlot')).toHaveLength(1);
  });

  test('becomes past with the clock', async () => {
    await setZone('UTC');
    stopClock('2030-03-06T09:25:00Z');
    await show([slot]);
    await expect.element(cell('9:30', 'available')).toBeVisible();
    await expect.element(cell('9:15', 'past')).toBeVisible();
    await pass(5 * 60_000);
    await expect.element(cell('9:30', 'past')).toBeVisible();
    await expect.element(cell('9:45', 'available')).toBeVisible();
  });
});

describe('the pointer', () => {
  const pointer = (type: string, target: Element, pointerType = 'mouse', more: PointerEventInit = {}) => {
    const { left, top, width, height } = target.getBoundingClientRect();
    target.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        cancelable: true,
        pointerId: 1,
        pointerType,
        button: 0,
        clientX: left + width / 2,
        clientY: top + height / 2,
        ...more,
      }),
    );
  };
  const elementAt = (time: string, state = 'free') => cell(time, state).element();
  const isSelected = (time: string) => elementAt(time).getAttribute('aria-selected') === 'true';

  test('drags over free times; a gesture that the browser cancels leaves no selection and adds nothing', async () => {
    await show();
    await page.getByRole('radio', { name: '15 min' }).click();
    await expect.element(cell('9:00', 'free')).toBeVisible();
    // A pointer that the browser does not know cannot be captured.
    const capture = vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockReturnValue();
    pointer('pointerdown', elementAt('9:00'));
    pointer('pointermove', elementAt('9:30'));
    await expect.poll(() => isSelected('9:30')).toBe(true);
    pointer('pointercancel', elementAt('9:30'));
    await expect.poll(() => isSelected('9:00')).toBe(false);
    pointer('pointerdown', elementAt('9:00'));
    pointer('pointermove', elementAt('9:15'));
    pointer('pointerup', elementAt('9:15'));
    await expect.poll(starts).toEqual([at('09:00'), at('09:15')]);
    await expect.element(page.getByText('2 slots added')).toBeInTheDocument();
    capture.mockRestore();
  });

  test('adds nothing where Escape lets go of it, with another button, or from a slot', async () => {
    await show([slotAt(at('10:00'), 15)]);
    await page.getByRole('radio', { name: '15 min' }).click();
    await expect.element(cell('9:00', 'free')).toBeVisible();
    const capture = vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockReturnValue();
    await focusCell('9:00');
    pointer('pointerdown', elementAt('9:00'));
    pointer('pointermove', elementAt('9:30'));
    await expect.poll(() => isSelected('9:30')).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => isSelected('9:00')).toBe(false);
    pointer('pointerup', elementAt('9:30'));
    pointer('pointerdown', elementAt('9:00'), 'mouse', { button: 2 });
    pointer('pointerup', elementAt('9:00'), 'mouse', { button: 2 });
    pointer('pointerdown', elementAt('10:00', 'available'));
    pointer('pointermove', elementAt('10:15'));
    pointer('pointerup', elementAt('10:15'));
    // A second pointer neither moves the selection of the first nor ends it.
    pointer('pointerdown', elementAt('9:00'));
    pointer('pointermove', elementAt('9:45'), 'mouse', { pointerId: 2 });
    pointer('pointerup', elementAt('9:45'), 'mouse', { pointerId: 2 });
    pointer('pointermove', elementAt('9:15'));
    pointer('pointerup', elementAt('9:15'));
    await expect.element(page.getByText('2 slots added')).toBeInTheDocument();
    expect(starts()).toEqual([at('09:00'), at('09:15')]);
    expect(server.params('deleteSlot')).toEqual([]);
    capture.mockRestore();
  });

  test('a finger that taps adds one slot and selects nothing later; it opens no menu, and may tremble', async () => {
    await show();
    await page.getByRole('radio', { name: '15 min' }).click();
    await expect.element(cell('9:00', 'free')).toBeVisible();
    stopClock('2030-03-01T00:00:00Z');
    const target = elementAt('9:00');
    const { left, top } = target.getBoundingClientRect();
    pointer('pointerdown', target, 'touch', { clientX: left + 10, clientY: top + 5 });
    pointer('pointermove', target, 'touch', { clientX: left + 18, clientY: top + 5 });
    const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
    target.dispatchEvent(menu);
    expect(menu.defaultPrevented).toBe(true);
    pointer('pointerup', target, 'touch', { clientX: left + 18, clientY: top + 5 });
    await expect.poll(starts).toEqual([at('09:00')]);
    await pass(1000);
    expect(document.querySelector('[aria-selected="true"]')).toBeNull();
    const afterwards = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
    target.dispatchEvent(afterwards);
    expect(afterwards.defaultPrevented).toBe(false);
    await expect.element(page.getByText('Slot added')).toBeInTheDocument();
  });

  test('a finger selects after a long press, and scrolls before it', async () => {
    await show();
    await expect.element(cell('9:00', 'free')).toBeVisible();
    stopClock('2030-03-01T00:00:00Z');
    pointer('pointerdown', elementAt('9:00'), 'touch');
    pointer('pointermove', elementAt('9:30'), 'touch');
    await pass(1000);
    expect(isSelected('9:00')).toBe(false);
    pointer('pointerup', elementAt('9:30'), 'touch');
    pointer('pointerdown', elementAt('9:00'), 'touch');
    await pass(349);
    expect(isSelected('9:00')).toBe(false);
    await pass(1);
    await expect.poll(() => isSelected('9:00')).toBe(true);
  });
});

test('a notice disappears after four seconds, counted from the last one', async () => {
  await show();
  server.answer('createSlot', ({ payload }) => {
    throw new ApiError('NotAllowed', { message: `No room at ${String(payload.startsAt)}` });
  });
  await focusCell('9:00');
  stopClock('2030-03-01T00:00:00Z');
  const notice = page.getByText(/^No room/);
  await userEvent.keyboard('{Enter}');
  await expect.element(notice).toBeVisible();
  await pass(3000);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => server.payloads('createSlot')).toHaveLength(2);
  await expect.poll(() => notice.element().textContent).toContain('09:15');
  await pass(3000);
  await expect.element(notice).toBeVisible();
  // The same words again are another notice, which comes once the slot is taken out of the calendar.
  const third = Promise.withResolvers<never>();
  server.answer('createSlot', () => third.promise);
  await userEvent.keyboard('{Enter}');
  await expect.element(cell('9:15', 'available')).toBeVisible();
  third.reject(new ApiError('NotAllowed', { message: notice.element().textContent ?? '' }));
  await expect.element(cell('9:15', 'free')).toBeVisible();
  await pass(3000);
  await expect.element(notice).toBeVisible();
  await pass(1000);
  await expect.element(notice).not.toBeInTheDocument();
});
