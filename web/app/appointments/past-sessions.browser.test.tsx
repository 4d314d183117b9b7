import type { CallSummary } from '@parlance/contract/call';
import { ApiError } from '@parlance/contract/errors';
import type { PastSession } from '@parlance/contract/past-sessions';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { ada, ben, bookedWithBen, createdAt, slotId } from '#test/browser/samples';
import Appointments from './appointments';

const sessionOf = (serial: number, more: Partial<PastSession> = {}): PastSession => ({
  ...bookedWithBen(new Date(`2026-05-${String(28 - serial).padStart(2, '0')}T12:00:00Z`), serial),
  thanks: { isOpen: false, given: null, received: null },
  hasNotes: false,
  ...more,
});
const summaryOf = (serial: number): CallSummary => ({
  scheduleSlotId: slotId(serial),
  startsAt: createdAt,
  endsAt: createdAt,
  relay: 'off',
  startedAt: createdAt,
  endedAt: createdAt,
  endReason: null,
  togetherMs: 25 * 60_000,
  languages: null,
  seats: [],
  talk: [],
  notes: [
    {
      noteId: slotId(900),
      userId: ben.userId,
      kind: 'correction',
      text: 'Tengo gana de verte',
      better: 'Tengo ganas de verte',
      createdAt,
    },
  ],
});
const button = (name: string) => page.getByRole('button', { name, exact: true });
const items = () => page.getByRole('listitem').filter({ hasText: 'minutes with Ben' });
const show = (at = '/appointments?show=past') => render(<Appointments />, { at });

test('past sessions are read by pages of ten, the newest day first', async () => {
  const all = Array.from({ length: 12 }, (_, place) => sessionOf(place + 1));
  server.answer('listPastSessions', ({ payload }) => {
    const { limit, offset } = payload as { limit: number; offset: number };
    return { count: all.length, slots: all.slice(offset, offset + limit) };
  });
  const { router } = show();
  await expect.poll(() => items().elements()).toHaveLength(10);
  const days = page.getByRole('heading', { level: 2 });
  await expect.element(days.first()).toHaveTextContent('Wednesday, May 27, 2026');
  await expect.element(days.last()).toHaveTextContent('Monday, May 18, 2026');
  await userEvent.click(page.getByRole('link', { name: 'Next page' }));
  await expect.poll(() => items().elements()).toHaveLength(2);
  expect(router.state.location.search).toBe('?show=past&page=2');
  await expect.poll(() => server.payloads('listPastSessions').at(-1)).toEqual({ limit: 10, offset: 10 });
});

test('words and talk time open on a press, and a corrected word is saved with what was said', async () => {
  server.answer('listPastSessions', () => ({ count: 1, slots: [sessionOf(1, { hasNotes: true })] }));
  server.answer('getCallSummary', () => summaryOf(1));
  show();
  await expect.element(button('Words and talk time')).toHaveAttribute('aria-expanded', 'false');
  expect(server.params('getCallSummary')).toEqual([]);
  await userEvent.click(button('Words and talk time'));
  await expect.element(page.getByText(/^You talked for 25 minutes/)).toBeVisible();
  await expect.element(page.getByText('Written by Ben')).toBeVisible();
  await userEvent.click(button('Save phrase'));
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('textbox').first()).toHaveValue('Tengo ganas de verte');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await userEvent.click(button('Words and talk time'));
  await expect.element(page.getByText('Written by Ben')).not.toBeInTheDocument();
});

test('a summary that could not be read is read again on request', async () => {
  server.answer('listPastSessions', () => ({ count: 1, slots: [sessionOf(1)] }));
  server.answer('getCallSummary', () => {
    throw new ApiError('ServerError');
  });
  show();
  await userEvent.click(button('Talk time'));
  await expect.element(page.getByText('Your sessions could not be loaded. Nothing was lost.')).toBeVisible();
  server.answer('getCallSummary', () => ({ ...summaryOf(1), notes: [] }));
  await userEvent.click(button('Try again'));
  await expect.element(page.getByText(/^You talked for 25 minutes/)).toBeVisible();
});

test('another booking is offered on the profile of the partner, but not after a block', async () => {
  const owned = { userId: ada.userId, user: ada, bookedByUserId: ben.userId, bookedByUser: ben };
  server.answer('listPastSessions', () => ({
    count: 2,
    slots: [sessionOf(1, owned), sessionOf(2, { thanks: null })],
  }));
  show();
  await expect.poll(() => items().elements()).toHaveLength(2);
  const again = page.getByRole('link', { name: 'Book again' });
  await expect.poll(() => again.elements()).toHaveLength(1);
  await expect.element(again).toHaveAttribute('href', `/profile/${ben.userId}#availability`);
  await expect.element(items().nth(1).getByRole('link', { name: 'Book again' })).not.toBeInTheDocument();
});

test('a member without past sessions reads what will be here', async () => {
  server.answer('listPastSessions', () => ({ count: 0, slots: [] }));
  show();
  await expect.element(page.getByRole('heading', { name: 'No past sessions yet' })).toBeVisible();
});

test('a list that could not be read is read again on request', async () => {
  server.answer('listPastSessions', () => {
    throw new ApiError('ServerError');
  });
  show();
  await expect.element(page.getByText('Your sessions could not be loaded. Nothing was lost.')).toBeVisible();
  server.answer('listPastSessions', () => ({ count: 1, slots: [sessionOf(1)] }));
  await userEvent.click(button('Try again'));
  await expect.poll(() => items().elements()).toHaveLength(1);
});

test('Upcoming and Past lead to each other, and the address says which is shown', async () => {
  server.answer('listPastSessions', () => ({ count: 0, slots: [] }));
  server.answer('listAppointments', () => ({ count: 0, slots: [] }));
  const { router } = show('/appointments');
  const links = page.getByRole('navigation', { name: 'Sessions to show' });
  await expect.element(links.getByRole('link', { name: 'Upcoming' })).toHaveAttribute('aria-current', 'page');
  await userEvent.click(links.getByRole('link', { name: 'Past' }));
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Past sessions');
  await expect.element(links.getByRole('link', { name: 'Past' })).toHaveAttribute('aria-current', 'page');
  expect(router.state.location.search).toBe('?show=past');
  await userEvent.click(links.getByRole('link', { name: 'Upcoming' }));
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Upcoming Chats');
});

test('sessions of one day stand in the order of the server, the newest first', async () => {
  const hours = (serial: number) => new Date(Date.UTC(2026, 4, 27, 12 - serial));
  server.answer('listPastSessions', () => ({
    count: 2,
    slots: [1, 3].map((serial) => sessionOf(serial, { startsAt: hours(serial) })),
  }));
  show();
  // On the clock of Kathmandu, where the tests are.
  await expect.element(items().first()).toMatchTextContent(/4:45/);
  await expect.element(items().last()).toMatchTextContent(/2:45/);
});
