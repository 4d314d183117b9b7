import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Conversation from '#chat/conversation';
import { server } from '#test/browser/network';
import { leave, render } from '#test/browser/render';
import { trustedStanding } from '#test/browser/samples';
import { sampleMessage } from '#test/chat-samples';

// The microphone of the browser of the tests is a fake device of Chromium, its recorder the real one.
let uploads: MockInstance<XMLHttpRequest['send']>;
const partnerId = '00000000-0000-7000-8000-000000000009';
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = () => page.getByRole('textbox', { name: 'Message' });

beforeEach(() => {
  server.answer('getProfile', ({ params }) => ({
    userId: params.userId ?? '',
    name: 'Nuria',
    description: '',
    profileImageUrl: null,
    createdAt: new Date('2026-05-14T12:00:00.000Z'),
    languages: [],
  }));
  server.answer('listMessages', () => ({ count: 0, messages: [] }));
  server.answer('getStanding', () => trustedStanding);
  server.answer('listOwnLanguages', () => ({ languages: [] }));
  server.answer('listTopics', () => ({ topics: [] }));
  server.answer('listAppointments', () => ({ count: 0, slots: [] }));
  server.answer('listChats', () => ({ count: 0, chats: [] }));
  server.answer('getChatStat', () => ({ unreadMessages: 0, requests: 0 }));
  // Files are sent by XMLHttpRequest, which tells how far they are.
  uploads = vi.spyOn(XMLHttpRequest.prototype, 'send').mockReturnValue(undefined);
});
afterEach(() => void vi.restoreAllMocks());

/** Opens the conversation. A member of its own keeps the storage of a test apart from others. */
const show = (userId?: string) =>
  render(
    <Routes>
      <Route path="/chat/:userId" element={<Conversation />} />
    </Routes>,
    { at: `/chat/${partnerId}`, ...(userId && { user: { userId } }) },
  );

/** Goes on by Tab until the button of this name has the focus. */
async function tabTo(name: string) {
  const wanted = button(name).element();
  for (let step = 0; document.activeElement !== wanted; step++) {
    expect(step, name).toBeLessThan(12);
    await userEvent.tab();
  }
}

/** From the button that records to the preview. */
async function record() {
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Stop')).toHaveFocus();
  await expect.element(button('Stop')).toHaveAccessibleDescription('A recording lasts 1 minute at most.');
  // Long enough to be a recording.
  await expect.element(page.getByText(/^0:5[0-8] left/)).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Play')).toHaveFocus();
}

test('a voice message is recorded, heard, discarded, recorded again and sent by keyboard alone', async () => {
  show();
  await expect.element(field()).toHaveFocus();
  await tabTo('Record a voice message');
  await record();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Pause')).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByRole('slider')).toHaveFocus();
  await tabTo('Delete recording');
  await userEvent.keyboard('{Enter}');
  await expect.element(field()).toHaveFocus();

  await tabTo('Record a voice message');
  await record();
  await tabTo('Record again');
  await record();
  await tabTo('Send');
  await userEvent.keyboard('{Enter}');
  await expect.element(field()).toHaveFocus();
  await expect.poll(() => uploads.mock.calls.length).toBe(1);
  const [[form] = []] = uploads.mock.calls;
  const sent = form instanceof FormData && form.get('audio');
  expect(sent instanceof File && [sent.type, sent.size > 1000]).toEqual(['audio/webm', true]);

  await tabTo('Record a voice message');
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Stop')).toHaveFocus();
  await userEvent.tab({ shift: true });
  await expect.element(button('Cancel recording')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field()).toHaveFocus();
});

test('a recording that leaving the screen stops is there again, without taking the focus, until it is deleted', async () => {
  const userId = '00000000-0000-7000-8000-000000006601';
  show(userId);
  await userEvent.click(button('Record a voice message'));
  await expect.element(page.getByText(/^0:5[0-8] left/)).toBeVisible();
  leave();
  show(userId);
  await expect.element(button('Play')).toBeVisible();
  expect(document.activeElement).toBe(document.body);
  // By keyboard: parts that load meanwhile can move the button away from the pointer.
  button('Delete recording').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field()).toBeVisible();
  leave();
  show(userId);
  await expectNoRecording();
});

/** Of a conversation that has just been opened, once its draft has been read. */
async function expectNoRecording() {
  await expect.element(button('Record a voice message')).toBeVisible();
  await userEvent.keyboard('{Shift}');
  await expect.element(page.getByRole('button', { name: 'More' })).toBeEnabled();
  expect(button('Play').query()).toBeNull();
}

test('a recording that is deleted while its bytes are read for the storage is not stored', async () => {
  const mayRead = Promise.withResolvers<void>();
  const { arrayBuffer } = Blob.prototype;
  const reading = vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(async function (this: Blob) {
    await mayRead.promise;
    return arrayBuffer.call(this);
  });
  const userId = '00000000-0000-7000-8000-000000006602';
  show(userId);
  await expect.element(button('Record a voice message')).toBeVisible();
  button('Record a voice message').element().focus();
  await record();
  await userEvent.tab();
  await tabTo('Delete recording');
  await userEvent.keyboard('{Enter}');
  await expect.element(field()).toBeVisible();
  mayRead.resolve();
  expect(reading).toHaveBeenCalledOnce();
  await reading.mock.results[0]?.value;
  leave();
  show(userId);
  await expectNoRecording();
});

test('a recording answers the message that was chosen, once', async () => {
  const userId = '00000000-0000-7000-8000-000000006603';
  const message = sampleMessage(1, { fromUserId: partnerId, toUserId: userId, readAt: new Date() });
  server.answer('listMessages', () => ({ count: 1, messages: [message] }));
  show(userId);
  await userEvent.click(page.getByRole('listitem').getByRole('button', { name: 'Message options' }));
  await userEvent.click(button('Reply'));
  await expect.element(page.getByText('Reply to Nuria')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  button('Record a voice message').element().focus();
  await record();
  await tabTo('Send');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => uploads.mock.calls.length).toBe(1);
  const [[form] = []] = uploads.mock.calls;
  expect(form instanceof FormData && form.get('repliesTo')).toBe(message.chatMessageId);
  await expect.element(field()).toBeVisible();
  await expect.element(page.getByText('Reply to Nuria')).not.toBeInTheDocument();
});
