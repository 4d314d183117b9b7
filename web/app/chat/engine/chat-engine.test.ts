import type { Calls } from '@parlance/client/http';
import { NetworkError } from '@parlance/client/network-error';
import type { Realtime } from '@parlance/client/realtime';
import type { ChatMessage, MessageStatus } from '@parlance/contract/chat';
import { ApiError } from '@parlance/contract/errors';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '#lib/query-client';
import { createChatEngine } from './chat-engine';
import { conversationKey, unreadQuery } from './chat-queries';
import { me, partner, sampleMessage, sampleMessages } from './chat-samples';
import { createMemoryStorage } from './chat-storage';
import type { ConversationCache } from './conversation-cache';

/** A server with one conversation, and a socket that the test speaks through. */
function createScene(stored: ChatMessage[] = [], recentMessages: ChatMessage[] = []) {
  const listeners = new Map<string, (value: unknown) => void>();
  const returns = new Set<() => void>();
  let connect = () => {};
  const scene = {
    stored,
    isHere: true,
    isConnected: true,
    cache: createQueryClient(),
    storage: createMemoryStorage(),
    pagesRead: 0,
    calls: {
      listMessages: vi.fn(async ({ limit = 50, offset = 0 }: { limit?: number; offset?: number }) => {
        scene.pagesRead += 1;
        return {
          count: scene.stored.length,
          messages: scene.stored.toReversed().slice(offset, offset + limit),
        };
      }),
      markRead: vi.fn(async () => {
        scene.stored = scene.stored.map((message) =>
          message.fromUserId === partner ? { ...message, readAt: new Date() } : message,
        );
        return {};
      }),
      getChatStat: vi.fn(async () => ({
        unreadMessages: scene.stored.filter((message) => message.toUserId === me && !message.readAt).length,
      })),
      getProfile: vi.fn(async () => ({ userId: partner, name: 'Aiko', profileImageUrl: null })),
      sendTextMessage: vi.fn(async (text: Sent) => scene.take(text)),
    },
    send: vi.fn(async (_event: string, text: Sent) => scene.take(text)),
    take({ content, clientMessageId }: Sent): ChatMessage {
      const message = sampleMessage(scene.stored.length + 1, { fromUserId: me, content, clientMessageId });
      scene.stored = [...scene.stored, message];
      return message;
    },
    /** A message of the partner is stored and, unless it gets lost, announced. */
    arrive({ isLost = false } = {}): ChatMessage {
      const message = sampleMessage(scene.stored.length + 1);
      scene.stored = [...scene.stored, message];
      if (!isLost) listeners.get('chat:message')?.(message);
      return message;
    },
    tell: (status: MessageStatus) => listeners.get('chat:message-status')?.(status),
    connect: () => connect(),
    comeBack() {
      scene.isHere = true;
      for (const listener of returns) listener();
    },
    view: () =>
      scene.cache
        .getQueryData<ConversationCache>(conversationKey(me, partner))
        ?.messages.map(({ sequence }) => sequence),
  };
  const realtime = {
    getStatus: () => (scene.isConnected ? 'connected' : 'reconnecting'),
    on: (event: string, listener: (value: unknown) => void) => {
      listeners.set(event, listener);
      return () => listeners.delete(event);
    },
    onConnect: (listener: () => void) => {
      connect = listener;
      return () => {};
    },
    send: scene.send,
  };
  const calls = scene.calls as unknown as Calls;
  const engine = createChatEngine({
    userId: me,
    calls,
    realtime: realtime as unknown as Realtime,
    recentMessages,
    cache: scene.cache,
    storage: Promise.resolve(scene.storage),
    attention: {
      isHere: () => scene.isHere,
      onReturn: (listener) => {
        returns.add(listener);
        return () => returns.delete(listener);
      },
    },
    tabs: { tell: () => {}, onNews: () => () => {} },
    withLock: async (_name, task) => task(),
    isOnline: () => true,
    onOnline: () => () => {},
    onFault: (error) => {
      throw error;
    },
  });
  // The badge is on every screen.
  void scene.cache.fetchQuery(unreadQuery(calls, me));
  const unread = () => scene.cache.getQueryData(unreadQuery(calls, me).queryKey);
  return { scene, engine, unread };
}

interface Sent {
  content: string;
  clientMessageId: string;
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** What the partner wrote, of which the first so many were read. */
const talk = ({ read, unread }: { read: number; unread: number }) =>
  sampleMessages(1, read + unread).map((message, place) =>
    place < read ? { ...message, readAt: new Date() } : message,
  );

test('an opened conversation shows its newest page and is marked read, then the unread number is right (§4)', async () => {
  const { scene, engine, unread } = createScene(talk({ read: 50, unread: 10 }));
  engine.open(partner);
  await expect.poll(scene.view).toEqual(numbers(11, 60));
  await expect.poll(unread).toBe(0);
  await engine.loadOlder(partner);
  expect(scene.view()).toEqual(numbers(1, 60));
});

test.each([
  [80, 10, 81],
  [80, 49, 81],
  [80, 50, 81],
  [80, 60, 81],
  [30, 120, 31],
  [0, 60, 1],
])(
  'after %i read and %i unread messages the line above new ones stands at number %i',
  async (read, unread, first) => {
    const { scene, engine } = createScene(talk({ read, unread }));
    engine.open(partner);
    await expect.poll(() => engine.newMarks.getState()[partner]).toBe(first);
    expect(scene.view()).toContain(first);
    expect(scene.view()).toEqual(numbers(scene.view()?.[0] ?? 0, read + unread));
  },
);

test('with nothing unread one page is enough, whoever wrote it', async () => {
  const own = sampleMessages(1, 200).map((message) => ({ ...message, fromUserId: me, toUserId: partner }));
  const { scene, engine } = createScene(own);
  engine.open(partner);
  await expect.poll(scene.view).toEqual(numbers(151, 200));
  expect(scene.pagesRead).toBe(1);
});

test('whose first unread message lies too far back gets no line, which would stand in the wrong place', async () => {
  const { scene, engine, unread } = createScene(talk({ read: 1, unread: 2500 }));
  engine.open(partner);
  await expect.poll(unread).toBe(0);
  expect(scene.pagesRead).toBe(40);
  expect(scene.view()).toEqual(numbers(502, 2501));
  expect(engine.newMarks.getState()[partner] ?? null).toBeNull();
});

test('a message of the open partner is appended and marked read (§4)', async () => {
  const { scene, engine, unread } = createScene(sampleMessages(1, 3));
  engine.open(partner);
  await expect.poll(unread).toBe(0);
  scene.arrive();
  expect(scene.view()).toEqual([1, 2, 3, 4]);
  await expect.poll(() => scene.calls.markRead.mock.calls.length).toBe(2);
  await expect.poll(unread).toBe(0);
  expect(engine.popups.getState().shown).toEqual([]);
});

test('nobody looking: the message stays unread, has a popup, and is read when they come back', async () => {
  const { scene, engine, unread } = createScene(sampleMessages(1, 3));
  engine.open(partner);
  await expect.poll(unread).toBe(0);
  scene.isHere = false;
  scene.arrive();
  await expect.poll(unread).toBe(1);
  await expect.poll(() => engine.popups.getState().shown.length).toBe(1);
  scene.comeBack();
  await expect.poll(unread).toBe(0);
  expect(engine.popups.getState().shown).toEqual([]);
});

test('a message that arrives alone after others were lost brings those too', async () => {
  const { scene, engine } = createScene(sampleMessages(1, 3));
  engine.open(partner);
  await expect.poll(scene.view).toEqual([1, 2, 3]);
  scene.arrive({ isLost: true });
  scene.arrive({ isLost: true });
  scene.arrive();
  await expect.poll(scene.view).toEqual([1, 2, 3, 4, 5, 6]);
});

test('120 messages missed while disconnected are all there after the reconnect', async () => {
  const { scene, engine, unread } = createScene(sampleMessages(1, 3));
  engine.open(partner);
  await expect.poll(scene.view).toEqual([1, 2, 3]);
  for (let missed = 0; missed < 120; missed++) scene.arrive({ isLost: true });
  const before = scene.pagesRead;
  scene.connect();
  await expect.poll(scene.view).toEqual(numbers(1, 123));
  expect(scene.pagesRead - before).toBe(3);
  await expect.poll(unread).toBe(0);
});

test('whoever missed thousands starts from the newest, without a gap', async () => {
  const { scene, engine } = createScene(sampleMessages(1, 3));
  engine.open(partner);
  await expect.poll(scene.view).toEqual([1, 2, 3]);
  scene.stored = sampleMessages(1, 5000);
  scene.connect();
  await expect.poll(scene.view).toEqual(numbers(3001, 5000));
});

test('a message that arrives while the conversation is being read is not lost', async () => {
  const { scene, engine } = createScene(sampleMessages(1, 3));
  let answer = () => {};
  scene.calls.listMessages.mockImplementationOnce(async () => {
    const page = { count: 3, messages: sampleMessages(1, 3).reverse() };
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return page;
  });
  engine.open(partner);
  scene.arrive();
  answer();
  await expect.poll(scene.view).toEqual([1, 2, 3, 4]);
});

test('older messages are read without a gap though 200 newer ones were missed', async () => {
  const { scene, engine } = createScene(talk({ read: 100, unread: 0 }));
  engine.open(partner);
  await expect.poll(scene.view).toEqual(numbers(51, 100));
  for (let missed = 0; missed < 200; missed++) scene.arrive({ isLost: true });
  await engine.loadOlder(partner);
  expect(scene.view()).toEqual(numbers(1, 100));
});

test('an older page that comes after a fresh start from the newest leaves no gap', async () => {
  const { scene, engine } = createScene(talk({ read: 100, unread: 0 }));
  engine.open(partner);
  await expect.poll(scene.view).toEqual(numbers(51, 100));
  const { promise, resolve } = Promise.withResolvers<void>();
  scene.calls.listMessages.mockImplementationOnce(async () => {
    const page = { count: 100, messages: sampleMessages(1, 50).reverse() };
    await promise;
    return page;
  });
  const older = engine.loadOlder(partner);
  scene.stored = talk({ read: 5000, unread: 0 });
  scene.connect();
  await expect.poll(scene.view).toEqual(numbers(3001, 5000));
  resolve();
  await older;
  expect(scene.view()).toEqual(numbers(2951, 5000));
});

test('a message announced twice has one popup; one whose sender cannot be looked up is from Someone (§8)', async () => {
  const { scene, engine } = createScene();
  scene.calls.getProfile.mockRejectedValue(new ApiError('UserNotFound'));
  const message = scene.arrive();
  scene.stored.pop();
  scene.arrive();
  await expect.poll(() => engine.popups.getState().shown.length).toBe(1);
  expect(engine.popups.getState().shown[0]).toMatchObject({
    id: message.chatMessageId,
    senderName: 'Someone',
  });
});

test('messages that came before the engine get their popups in order, those of nobody here get none', async () => {
  const [first, second] = sampleMessages(1, 2);
  const early = [
    first,
    sampleMessage(3, { fromUserId: me }),
    sampleMessage(4, { toUserId: partner }),
    second,
  ];
  const { engine } = createScene([], early as ChatMessage[]);
  await expect.poll(() => engine.popups.getState().shown.length).toBe(2);
  expect(engine.popups.getState().shown.map(({ preview }) => preview)).toEqual(['message 1', 'message 2']);
});

test('a message that came before the engine and again after it has one popup', async () => {
  const { scene, engine } = createScene([], sampleMessages(1, 1));
  scene.arrive();
  scene.stored = sampleMessages(1, 4);
  scene.arrive();
  await expect
    .poll(() => engine.popups.getState().shown.map(({ preview }) => preview))
    .toContain('message 5');
  expect(engine.popups.getState().shown).toHaveLength(2);
});

test('whoever answers has seen what was new: the line above it goes', async () => {
  const { scene, engine } = createScene(talk({ read: 3, unread: 2 }));
  engine.open(partner);
  await expect.poll(() => engine.newMarks.getState()[partner]).toBe(4);
  await engine.sendText(partner, 'hello');
  expect(engine.newMarks.getState()[partner]).toBeNull();
  await expect.poll(scene.view).toEqual(numbers(1, 6));
});

test('whoever has left marks nothing as read, also where an answer comes afterwards', async () => {
  const { scene, engine } = createScene(talk({ read: 0, unread: 1 }));
  engine.open(partner);
  engine.close();
  await expect.poll(scene.view).toEqual([1]);
  await expect.poll(() => scene.cache.isFetching()).toBe(0);
  expect(scene.calls.markRead).not.toHaveBeenCalled();
});

test('own messages turn delivered and read live', async () => {
  const { scene, engine } = createScene([sampleMessage(1, { fromUserId: me })]);
  engine.open(partner);
  await expect.poll(scene.view).toEqual([1]);
  const status = {
    userId: partner,
    chatMessageIds: [sampleMessage(1).chatMessageId],
    deliveredAt: new Date(),
  };
  scene.tell({ ...status, readAt: new Date() });
  const cache = scene.cache.getQueryData<ConversationCache>(conversationKey(me, partner));
  expect(cache?.messages[0]?.readAt).toBeInstanceOf(Date);
});

test('a text goes through the socket, and by a call when the socket cannot', async () => {
  const { scene, engine } = createScene();
  engine.open(partner);
  await engine.sendText(partner, '  hello \n');
  await expect.poll(scene.view).toEqual([1]);
  expect(scene.send).toHaveBeenCalledWith('chat:message', expect.objectContaining({ content: 'hello' }));
  scene.isConnected = false;
  await engine.sendText(partner, 'again');
  await expect.poll(scene.view).toEqual([1, 2]);
  scene.isConnected = true;
  scene.send.mockRejectedValueOnce(new ApiError('AccessTokenExpired'));
  await engine.sendText(partner, 'renewed');
  await expect.poll(scene.view).toEqual([1, 2, 3]);
  expect(scene.calls.sendTextMessage).toHaveBeenCalledTimes(2);
  await engine.sendText(partner, '   ');
  expect(engine.outbox.getState().entries).toEqual([]);
});

test('a note is sent once, however often it is given', async () => {
  const { scene, engine } = createScene();
  scene.send.mockRejectedValueOnce(new NetworkError());
  const id = sampleMessage(99).chatMessageId;
  await engine.sendOnce(partner, 'See you', id);
  await engine.sendOnce(partner, 'See you', id);
  expect(engine.outbox.getState().entries).toHaveLength(1);
  scene.connect();
  await expect.poll(() => engine.outbox.getState().entries.length).toBe(0);
  expect(scene.stored).toHaveLength(1);
});
