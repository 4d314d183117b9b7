import { contactRefusals } from '@parlance/contract/contact';
import { toBody } from '@parlance/contract/error-table';
import { ApiError } from '@parlance/contract/errors';
import { bookingMessages, type OwnScheduleSlot } from '@parlance/contract/schedule';
import { useEffect } from 'react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { chatOf } from '#chat/engine/chat';
import type { SessionRuntime } from '#session/session-runtime';
import { useSignedIn } from '#session/signed-in';
import { server, sockets } from '#test/browser/network';
import { ownUserId, render } from '#test/browser/render';
import { ada, ben, createdAt, slotId } from '#test/browser/samples';
import Booking from './booking';

let members = 6000;
let memberId: string;
let slots: OwnScheduleSlot[];
const slotOf = (serial: number, more: Partial<OwnScheduleSlot> = {}): OwnScheduleSlot => ({
  scheduleSlotId: slotId(serial),
  startsAt: new Date(Date.UTC(2030, 4, 14, serial)),
  duration: 30,
  bookedByUserId: null,
  bookedByUser: null,
  userId: ben.userId,
  createdAt,
  updatedAt: createdAt,
  ...more,
});
const address = `/booking/${ben.userId}/${slotId(1)}`;
/** The runtime of the screen. */
const held: { runtime: SessionRuntime | null } = { runtime: null };
function Held() {
  const { runtime } = useSignedIn();
  useEffect(() => {
    held.runtime = runtime;
  }, [runtime]);
  return null;
}

const show = (at = address) =>
  render(
    <>
      <Held />
      <Routes>
        <Route path="/booking/:userId/:slotId" element={<Booking />} />
        <Route path="*" element={<h1>Elsewhere</h1>} />
      </Routes>
    </>,
    { at, user: { userId: memberId } },
  );
const confirm = () => page.getByRole('button', { name: 'Confirm Booking' });
const note = () => page.getByRole('textbox', { name: 'Notes' });
const sentMessages = () =>
  sockets.received
    .filter(({ event }) => event === 'chat:message')
    .map(({ payload }) => payload as { clientMessageId: string });
/** The focus is on the outcome with its day and time on both clocks, and not on the heading in it. */
const expectConfirmed = async () => {
  const outcome = page.getByRole('group', { name: 'Booking Confirmed!' });
  await expect.element(outcome).toHaveFocus();
  await expect.element(outcome).toHaveAccessibleDescription(/May 14, 2030 Time .*(AM|PM)/);
};
const title = (name: string) => page.getByRole('heading', { level: 1, name });

beforeEach(() => {
  // A chat engine lives as long as its member.
  members += 1;
  memberId = `00000000-0000-7000-8000-00000000${members}`;
  slots = [slotOf(1), slotOf(2)];
  server.answer('getProfile', () => ({ ...ben, languages: [] }));
  server.answer('listSlots', () => ({ count: slots.length, slots }));
});

test.each([
  [
    'an incomplete address',
    `/booking/${ben.userId}/none`,
    'Missing required information for booking',
    '/dashboard',
  ],
  [
    'a slot of oneself',
    `/booking/${ownUserId}/${slotId(1)}`,
    bookingMessages.ownSlot,
    '/settings#availability',
  ],
])('%s is refused without a call, and leads on', async (_case, at, words, next) => {
  memberId = ownUserId;
  show(at);
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(page.getByRole('link')).toHaveAttribute('href', next);
  await expect.element(confirm()).not.toBeInTheDocument();
  expect(server.params('listSlots')).toEqual([]);
});

test('a slot that is gone offers the free ones near it', async () => {
  slots = [slotOf(2)];
  show();
  await expect.element(page.getByText('Availability slot not found or no longer available')).toBeVisible();
  await userEvent.click(page.getByRole('region', { name: 'Other free times' }).getByRole('link'));
  await expect.element(confirm()).toBeVisible();
});

test.each([
  ['of another member', [slotOf(1, { bookedByUserId: ada.userId, bookedByUser: ada })]],
  ['that has begun', [slotOf(1, { startsAt: new Date('2026-01-02T03:00:00Z') })]],
])('a slot %s is gone; without another free one that is said', async (_case, offered) => {
  slots = offered;
  show();
  await expect.element(page.getByText('Availability slot not found or no longer available')).toBeVisible();
  await expect.element(page.getByText('Ben has no other free times at the moment.')).toBeVisible();
  await expect.element(confirm()).not.toBeInTheDocument();
  await expect
    .element(page.getByRole('link', { name: 'Find Language Partners' }))
    .toHaveAttribute('href', '/dashboard');
});

test('the slot of somebody who left is gone', async () => {
  server.answer('getProfile', () => {
    throw new ApiError('UserNotFound');
  });
  show();
  await expect.element(page.getByText('Availability slot not found or no longer available')).toBeVisible();
  expect(page.getByRole('button', { name: 'Try again' }).query()).toBeNull();
});

test('days are those of the reader, and Cancel after a change to another slot leads where the booking began', async () => {
  // Each is on the next day in Kathmandu, where the tests are.
  slots = [slotOf(19), slotOf(20)];
  const { router } = show('/chats');
  await router.navigate(`/booking/${ben.userId}/${slotId(1)}`);
  const others = page.getByRole('region', { name: 'Other free times' });
  await expect
    .element(others.getByRole('link').first())
    .toMatchTextContent(/^Wednesday, May 15, 2030.*12:45/);
  await userEvent.click(others.getByRole('link').last());
  await expect.element(page.getByText('Wednesday, May 15, 2030')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => router.state.location.pathname).toBe('/chats');
});

test('a member who has to write first is led to the conversation, with the note as its draft', async () => {
  server.answer('getChatStat', () => ({ unreadMessages: 0, requests: 0 }));
  server.answer('bookSlot', () => {
    throw new ApiError('NotAllowed', { message: contactRefusals.bookLater });
  });
  const { router } = show();
  await userEvent.fill(note(), '  May I? ');
  await userEvent.click(confirm());
  await expect.element(page.getByRole('region', { name: 'Other free times' })).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Message' }));
  await expect.poll(() => router.state.location.pathname).toBe(`/chat/${ben.userId}`);
  const { runtime } = held;
  await expect
    .poll(() => runtime && chatOf(runtime, memberId).readDraft(ben.userId))
    .toMatchObject({ text: 'May I?' });
});

test('what could not be loaded is not called gone, and is read again on request', async () => {
  server.answer('listSlots', () => {
    throw new ApiError('ServerError');
  });
  show();
  await expect.element(page.getByText('Failed to load booking information')).toBeVisible();
  server.answer('listSlots', () => ({ count: 1, slots }));
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(confirm()).toBeVisible();
  await expect.element(page.getByText('30 minutes')).toBeVisible();
});

test('an own booking is shown as such; one of another member is gone', async () => {
  slots = [slotOf(1, { bookedByUserId: memberId, bookedByUser: { ...ada, userId: memberId } })];
  show();
  await expectConfirmed();
  await expect
    .element(page.getByRole('link', { name: 'Back to Profile' }))
    .toHaveAttribute('href', `/profile/${ben.userId}`);
});

test('a form that is open stays with its note when the slot is taken, and the note goes to another slot', async () => {
  show();
  await userEvent.fill(note(), 'See you');
  slots = [slotOf(1, { bookedByUserId: ada.userId, bookedByUser: ada }), slotOf(2)];
  await expect.poll(sockets.isConnected).toBe(true);
  const reads = server.params('listSlots').length;
  sockets.emit('schedule:changed', { scheduleSlotId: slotId(1), change: 'booked', byUserId: ben.userId });
  await expect.poll(() => server.params('listSlots').length).toBeGreaterThan(reads);
  await expect.element(note()).toHaveValue('See you');
  server.answer('bookSlot', () => {
    throw new ApiError('NotAllowed', { message: bookingMessages.taken });
  });
  await userEvent.click(confirm());
  await expect.element(page.getByRole('alert').getByText(bookingMessages.taken)).toBeVisible();
  await expect.element(page.getByText('Your note is kept.')).toBeVisible();
  await userEvent.click(page.getByRole('region', { name: 'Other free times' }).getByRole('link'));
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(note()).toHaveValue('See you');
  await expect.element(page.getByText('30 minutes')).toBeVisible();
});

test('Cancel leads to the profile where the screen was the first one, and back elsewhere', async () => {
  const { router } = show();
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => router.state.location.pathname).toBe(`/profile/${ben.userId}`);
  await router.navigate('/chats');
  await router.navigate(address);
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => router.state.location.pathname).toBe('/chats');
});

test('Cancel leads to the profile also where the first screen has moved on to another slot', async () => {
  slots = [slotOf(2), slotOf(3)];
  const { router } = show();
  const others = page.getByRole('region', { name: 'Other free times' });
  await userEvent.click(others.getByRole('link').first());
  await expect.element(confirm()).toBeVisible();
  server.answer('bookSlot', () => {
    throw new ApiError('NotAllowed', { message: bookingMessages.taken });
  });
  await userEvent.click(confirm());
  await userEvent.click(others.getByRole('link').first());
  await expect.element(others).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => router.state.location.pathname).toBe(`/profile/${ben.userId}`);
});

test('a note of spaces is none', async () => {
  server.answer('bookSlot', () => slotOf(1, { bookedByUserId: memberId }));
  show();
  await userEvent.fill(note(), '  ');
  await userEvent.click(confirm());
  await expect.element(page.getByRole('group', { name: 'Booking Confirmed!' })).toHaveFocus();
  expect(page.getByText('Your note goes to Ben as a message.').query()).toBeNull();
  expect(page.getByRole('alert').query()).toBeNull();
});

test('a note that could not be kept is sent again on request, and only the note', async () => {
  sockets.reply('chat:message', () => ({ error: toBody(new ApiError('NotAllowed', { message: 'No.' })) }));
  server.answer('getChatStat', () => ({ unreadMessages: 0, requests: 0 }));
  server.answer('bookSlot', () => slotOf(1, { bookedByUserId: memberId }));
  // The name of the message is a digest; without it nothing can be put into the outbox.
  const digest = vi.spyOn(crypto.subtle, 'digest').mockRejectedValueOnce(new Error('out of order'));
  onTestFinished(() => digest.mockRestore());
  show();
  await userEvent.fill(note(), 'See you');
  await expect.poll(sockets.isConnected).toBe(true);
  await userEvent.click(confirm());
  const lost = page.getByText('The session is booked, but your note could not be sent.');
  await expect.element(lost).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Send note again' }));
  await expect.element(page.getByText('Your note goes to Ben as a message.')).toBeVisible();
  await expect.element(lost).not.toBeInTheDocument();
  await expect.poll(sentMessages).toMatchObject([{ userId: ben.userId, content: 'See you' }]);
  expect(server.params('bookSlot')).toHaveLength(1);
});

test('a booking sends its note once as a message, without spaces around it', async () => {
  sockets.reply('chat:message', () => ({ error: toBody(new ApiError('NotAllowed', { message: 'No.' })) }));
  server.answer('getChatStat', () => ({ unreadMessages: 0, requests: 0 }));
  server.answer('bookSlot', () => slotOf(1, { bookedByUserId: memberId }));
  show();
  await userEvent.fill(note(), '  See you ');
  await expect.poll(sockets.isConnected).toBe(true);
  const reads = server.params('listSlots').length;
  await userEvent.click(confirm());
  await expect.element(page.getByText('Your note goes to Ben as a message.')).toBeVisible();
  await expectConfirmed();
  await expect.poll(() => server.params('listSlots').length).toBeGreaterThan(reads);
  await expect
    .poll(() => server.params('bookSlot'))
    .toEqual([{ userId: ben.userId, scheduleSlotId: slotId(1) }]);
  await expect.poll(sentMessages).toMatchObject([{ userId: ben.userId, content: 'See you' }]);
});

test('the same note with a later booking of the same slot is another message', async () => {
  sockets.reply('chat:message', () => ({ error: toBody(new ApiError('NotAllowed', { message: 'No.' })) }));
  server.answer('getChatStat', () => ({ unreadMessages: 0, requests: 0 }));
  const { router } = show('/chats');
  for (const updatedAt of [new Date('2026-01-03T00:00:00Z'), new Date('2026-01-04T00:00:00Z')]) {
    server.answer('bookSlot', () => slotOf(1, { bookedByUserId: memberId, updatedAt }));
    await expect.element(title('Elsewhere')).toBeVisible();
    await router.navigate(address);
    await userEvent.fill(note(), 'See you');
    await expect.poll(sockets.isConnected).toBe(true);
    await userEvent.click(confirm());
    await expect.element(page.getByText('Your note goes to Ben as a message.')).toBeVisible();
    await router.navigate('/chats');
  }
  await expect.poll(() => new Set(sentMessages().map(({ clientMessageId }) => clientMessageId)).size).toBe(2);
});
