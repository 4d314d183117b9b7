import type { ContactStanding } from '@parlance/contract/contact';
import { toBody } from '@parlance/contract/error-table';
import { ApiError } from '@parlance/contract/errors';
import { Route, Routes, useParams } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server, sockets } from '#test/browser/network';
import { render } from '#test/browser/render';
import { sampleMessage } from '#test/chat-samples';
import Conversation from './conversation';
import { useChat } from './engine/chat';
import { ChatList } from './list/chat-list';

const idOf = (serial: number) => `00000000-0000-7000-8000-${String(serial).padStart(12, '0')}`;
const partnerId = idOf(9);
let members = 2000;
let messages: ReturnType<typeof sampleMessage>[];
let isRequest: boolean;
let standing: ContactStanding;
let requests: number;

const memberId = () => idOf(members);
const fromPartner = (sequence: number) =>
  sampleMessage(sequence, { fromUserId: partnerId, toUserId: memberId() });
const fromMember = (sequence: number) =>
  sampleMessage(sequence, { fromUserId: memberId(), toUserId: partnerId });

const RequestPlace = () => <h1>Request of {useParams().userId}</h1>;

let engine: ReturnType<typeof useChat> | undefined;

/** The shell starts the engine beside the list. */
function Chats() {
  engine = useChat();
  return <ChatList openPartnerId={null} />;
}

const show = (at: string) =>
  render(
    <Routes>
      <Route path="/chats" element={<Chats />} />
      <Route path="/chat/:userId" element={<Conversation />} />
      <Route path="/requests/:userId" element={<RequestPlace />} />
    </Routes>,
    { at, user: { userId: memberId() } },
  );

beforeEach(() => {
  // An engine lives as long as its member.
  members += 1;
  engine = undefined;
  messages = [];
  isRequest = false;
  requests = 0;
  standing = { state: 'new', notifiedLeft: 8, notifiedPerDay: 8, left: 50, until: null, canAppeal: false };
  server.answer('getProfile', () => ({
    userId: partnerId,
    name: 'Nuria',
    description: '',
    profileImageUrl: null,
    createdAt: new Date('2026-05-14T12:00:00.000Z'),
    languages: [],
  }));
  server.answer('listMessages', () => ({
    count: messages.length,
    messages: messages.toReversed(),
    isRequest,
  }));
  server.answer('getStanding', () => standing);
  server.answer('markRead', () => ({}));
  // What the list and the conversation read once they are used.
  server.answer('listWarnings', () => ({ warnings: [] }));
  server.answer('listOwnLanguages', () => ({ languages: [] }));
  server.answer('listTopics', () => ({ topics: [] }));
  server.answer('listAppointments', () => ({ count: 0, slots: [] }));
  server.answer('listChats', () => ({ count: 0, chats: [] }));
  server.answer('getChatStat', () => ({ unreadMessages: 0, requests }));
});

const message = () => page.getByRole('textbox', { name: 'Message' });
const line = () => page.getByRole('link', { name: /^Requests/ });

describe('the line above the chat list', () => {
  test('counts requests, is a link to them, and is absent without any', async () => {
    show('/chats');
    await expect.element(page.getByText('No conversations yet')).toBeVisible();
    await expect.element(line()).not.toBeInTheDocument();
    await expect.poll(sockets.isConnected).toBe(true);
    requests = 2;
    sockets.emit('chat:request', { requests: 2 }, 3);
    await expect.element(line()).toHaveTextContent('Requests (2)');
    expect(line().element().getAttribute('href')).toBe('/requests');
    expect(sockets.acknowledged).toContain(3);
    requests = 0;
    sockets.emit('chat:request', { requests: 0 });
    await expect.element(line()).not.toBeInTheDocument();
  });
});

describe('the conversation with the sender of a request', () => {
  test('leads to the request and marks nothing as read', async () => {
    messages = [fromPartner(1)];
    isRequest = true;
    show(`/chat/${partnerId}`);
    await expect.element(page.getByRole('heading', { name: `Request of ${partnerId}` })).toBeVisible();
    expect(server.params('markRead')).toEqual([]);
  });

  test('is shown to a member who is just answering it, also once the answer has arrived', async () => {
    messages = [fromPartner(1)];
    isRequest = true;
    const arrived = Promise.withResolvers<object>();
    sockets.reply('chat:message', () => arrived.promise);
    const { router } = show('/chats');
    await expect.element(page.getByText('No conversations yet')).toBeVisible();
    await expect.poll(sockets.isConnected).toBe(true);
    await engine?.sendText(partnerId, 'Hello');
    await router.navigate(`/chat/${partnerId}`);
    await expect.element(page.getByText('message 1')).toBeVisible();
    arrived.resolve(fromMember(2));
    await expect.element(page.getByText('message 2')).toBeVisible();
    expect(router.state.location.pathname).toBe(`/chat/${partnerId}`);
  });

  test('of others is shown, and read', async () => {
    messages = [fromPartner(1)];
    show(`/chat/${partnerId}`);
    await expect.element(page.getByText('message 1')).toBeVisible();
    await expect.poll(() => server.params('markRead')).toEqual([{ userId: partnerId }]);
    expect(server.params('getStanding')).toEqual([]);
  });
});

describe('a sender', () => {
  const note = () => page.getByText(/arrives? without a notice/);

  test('with nothing left of the notified quota reads it before the first message', async () => {
    standing = { ...standing, notifiedLeft: 0 };
    show(`/chat/${partnerId}`);
    await userEvent.keyboard('{Shift}');
    await expect.element(page.getByText(/^You have written to 8 new people in a day\. This/)).toBeVisible();
    await expect.element(message()).toBeVisible();
    // Its border does not touch that of the composer.
    const box = note().element().closest('[role="status"]');
    const bottomOf = (element: Element | null | undefined) => element?.getBoundingClientRect().bottom ?? 0;
    expect(bottomOf(box?.parentElement) - bottomOf(box)).toBeGreaterThanOrEqual(8);
  });

  test('who has written already reads it no more, only a restriction', async () => {
    messages = [fromMember(1)];
    standing = { ...standing, notifiedLeft: 0 };
    show(`/chat/${partnerId}`);
    await userEvent.keyboard('{Shift}');
    await expect.poll(() => server.params('getStanding')).toHaveLength(1);
    await expect.element(page.getByText('message 1')).toBeVisible();
    await expect.element(note()).not.toBeInTheDocument();
  });

  test('who is held reads nothing of it above the conversation with the admin', async () => {
    standing = { ...standing, state: 'held', notifiedLeft: 0, left: 0 };
    const { router } = show(`/chat/${idOf(8)}`);
    await userEvent.keyboard('{Shift}');
    server.answer('getStaticData', () => ({
      languages: [],
      interests: [],
      dailyGoals: [],
      slotDurations: [15, 30, 60],
      limits: {},
      version: '1',
      adminUserId: partnerId,
    }));
    const held = page.getByText(/^Somebody is looking at your account/);
    await expect.element(held).toBeVisible();
    messages = [fromMember(1)];
    await router.navigate(`/chat/${partnerId}`);
    await expect.element(page.getByText('message 1')).toBeVisible();
    await expect.element(held).not.toBeInTheDocument();
  });

  test('in a conversation with answers is not asked about, and no call is made', async () => {
    standing = { ...standing, state: 'restricted', notifiedLeft: 0, until: new Date(2030, 1, 1) };
    messages = [fromMember(1), fromPartner(2)];
    show(`/chat/${partnerId}`);
    await expect.element(page.getByText('message 2')).toBeVisible();
    await expect.poll(() => server.params('markRead')).toHaveLength(1);
    expect(server.params('getStanding')).toEqual([]);
    await expect.element(note()).not.toBeInTheDocument();
  });

  test.each([
    [
      'held for review',
      new ApiError('NotAllowed', { message: 'Somebody is looking at your account.' }),
      'Somebody is looking at your account.',
    ],
    [
      'without an answer so far',
      new ApiError('TooManyRequests', { message: 'Nuria has not answered yet.' }),
      'Nuria has not answered yet.',
    ],
  ])('%s is refused with the reason, and the message is kept with retry', async (_case, error, reason) => {
    sockets.reply('chat:message', () => ({ error: toBody(error) }));
    show(`/chat/${partnerId}`);
    await message().fill('Hello again');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert').getByText(reason)).toBeVisible();
    await expect.element(page.getByText('Hello again')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  });

  test('over the limit of the day has the message wait until it is sent', async () => {
    const error = new ApiError('TooManyRequests', { timeout: 7200 });
    sockets.reply('chat:message', () => ({ error: toBody(error) }));
    standing = { ...standing, notifiedLeft: 0, left: 0 };
    show(`/chat/${partnerId}`);
    await userEvent.keyboard('{Shift}');
    const warning = page.getByText(/^You have written to many new people in a day\./);
    await expect.element(warning).toBeVisible();
    await message().fill('Hello again');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(/^You have reached a limit\. It is sent/)).toBeVisible();
    await expect.element(warning).not.toBeInTheDocument();
    await expect.element(page.getByText('Hello again')).toBeVisible();
  });
});
