import type { Calls } from '@parlance/client/http';
import { NetworkError } from '@parlance/client/network-error';
import type { Realtime } from '@parlance/client/realtime';
import type { ChatMessage, MessageStatus } from '@parlance/contract/chat';
import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '#lib/query-client';
import { me, partner, sampleMessage, sampleMessages } from '#test/chat-samples';
import { receivedError } from '#test/received-error';
import { createChatEngine } from './chat-engine';
import { conversationKey, statQuery } from './chat-queries';
import { createMemoryStorage } from './chat-storage';
import type { ConversationCache } from './conversation-cache';
import type { TabNews } from './outbox';

/** A server with one conversation, and a socket controlled by the test. */
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
      sendVoiceMessage: vi.fn(async (voice: Sent & { audio: Blob }, { onProgress }: Uploading) => {
        onProgress(0.5);
        scene.progress = Object.values(engine.outbox.getState().progress);
        return scene.take(voice);
      }),
      sendPictureMessage: vi.fn(async (picture: Sent & { caption?: string; repliesTo?: string }) =>
        scene.take({ ...picture, content: picture.caption ?? '' }),
      ),
      updateMessage: vi.fn(async ({ content }: { content: string }) => {
        const edited = {
          ...sampleMessage(1, { fromUserId: me }),
          content,
          editedAt: new Date(),
          updatedAt: new Date(),
        };
        return edited;
      }),
      deleteMessage: vi.fn(async (_: { chatMessageId: string }) => ({})),
    },
    progress: [] as number[],
    isOnline: true,
    send: vi.fn(async (_event: string, text: Sent) => scene.take(text)),
    take({ content, clientMessageId }: Sent): ChatMessage {
      const message = sampleMessage(scene.stored.length + 1, { fromUserId: me, content, clientMessageId });
      scene.stored = [...scene.stored, message];
      return message;
    },
    /** Stores a partner's message and, unless lost, emits its event. */
    arrive({ isLost = false } = {}): ChatMessage {
      const message = sampleMessage(scene.stored.length + 1);
      scene.stored = [...scene.stored, message];
      if (!isLost) listeners.get('chat:message')?.(message);
      return message;
    },
    /** Edits or deletes a stored message and, unless lost, emits its event. */
    change(sequence: number, changes: Partial<ChatMessage>, { isLost = false } = {}): void {
      const changed = { ...sampleMessage(sequence), updatedAt: new Date(), ...changes };
      scene.stored = scene.stored.map((message) => (message.sequence === sequence ? changed : message));
      if (!isLost) listeners.get('chat:message-changed')?.(changed);
    },
    announce: (message: ChatMessage) => listeners.get('chat:message')?.(message),
    listeners,
    returns,
    announceRequest: () => listeners.get('chat:request')?.({ requests: 1 }),
    tell: (status: MessageStatus) => listeners.get('chat:message-status')?.(status),
    connect: () => connect(),
    goOnline: () => {},
    /** Delivers news from another tab of the same member. */
    hearTab: (_news: TabNews) => {},
    told: [] as TabNews[],
    comeBack() {
      scene.isHere = true;
      for (const listener of returns) listener();
    },
    words: () =>
      scene.cache
        .getQueryData<ConversationCache>(conversationKey(me, partner))
        ?.messages.map(({ content }) => content),
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
    tabs: {
      tell: (news) => scene.told.push(news),
      onNews: (listener) => {
        scene.hearTab = listener;
        return () => {};
      },
    },
    withLock: async (_name, task) => task(),
    isOnline: () => scene.isOnline,
    onOnline: (listener) => {
      scene.goOnline = listener;
      return () => {};
    },
    onFault: (error) => {
      throw error;
    },
  });
  // The unread badge is mounted on every screen.
  new QueryObserver(scene.cache, statQuery(calls, me)).subscribe(() => {});
  const unread = () => scene.cache.getQueryData(statQuery(calls, me).queryKey)?.unreadMessages;
  return { scene, engine, unread };
}

interface Uploading {
  onProgress(fraction: number): void;
}

interface Sent {
  content: string;
  clientMessageId: string;
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Partner messages, of which the first `read` are read. */
const talk = ({ read, unread }: { read: number; unread: number }) =>
  sampleMessages(1, read + unread).map((message, place) =>
    place < read ? { ...message, readAt: new Date() } : message,
  );

test('an opened conversation shows its newest page and is marked read, then the unread number is right', async () => {
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

test('a message that comes while the unread number is read for the first time counts', async () => {
  const { scene, unread } = createScene([]);
  expect(scene.calls.getChatStat).toHaveBeenCalledOnce();
  scene.arrive();
  await expect.poll(unread).toBe(1);
});

test('with nothing unread one page is loaded, also of own messages', async () => {
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

test('a text says which topic it takes up, by socket and by call; another says nothing of the kind', async () => {
  const { scene, engine } = createScene();
  await engine.sendText(partner, 'What is new?', { topicId: 'topic' });
  await expect.poll(() => scene.stored.length).toBe(1);
  expect(scene.send.mock.lastCall?.[1]).toMatchObject({ content: 'What is new?', topicId: 'topic' });
  await engine.sendText(partner, 'Nothing.');
  await expect.poll(() => scene.stored.length).toBe(2);
  expect(scene.send.mock.lastCall?.[1]).not.toHaveProperty('topicId');
  scene.isConnected = false;
  await engine.sendText(partner, 'Really?', { topicId: 'other' });
  await expect.poll(() => scene.stored.length).toBe(3);
  expect(scene.calls.sendTextMessage.mock.lastCall?.[0]).toMatchObject({ topicId: 'other' });
});

test('a message of the open partner is appended and marked read', async () => {
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

test('after thousands of missed messages the list starts from the newest, without a gap', async () => {
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

test('a message announced twice has one popup; one whose sender cannot be looked up is from Someone', async () => {
  const { scene, engine } = createScene();
  scene.calls.getProfile.mockRejectedValue(receivedError('UserNotFound'));
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

test('a reply removes the line above new messages', async () => {
  const { scene, engine } = createScene(talk({ read: 3, unread: 2 }));
  engine.open(partner);
  await expect.poll(() => engine.newMarks.getState()[partner]).toBe(4);
  await engine.sendText(partner, 'hello');
  expect(engine.newMarks.getState()[partner]).toBeNull();
  await expect.poll(scene.view).toEqual(numbers(1, 6));
});

test('a closed conversation marks nothing as read, also where a response arrives later', async () => {
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
  scene.send.mockRejectedValueOnce(receivedError('AccessTokenExpired'));
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

test('a popup is closed by its own button, and none comes for own messages or where somebody looks', async () => {
  const { scene, engine } = createScene();
  const message = scene.arrive();
  await expect.poll(() => engine.popups.getState().shown.length).toBe(1);
  engine.popups.close(message.chatMessageId);
  expect(engine.popups.getState().shown).toEqual([]);
  scene.announce(sampleMessage(7, { fromUserId: me, toUserId: partner }));
  engine.open(partner);
  await expect.poll(scene.view).toEqual([1]);
  scene.arrive();
  await expect.poll(() => scene.calls.markRead.mock.calls.length).toBeGreaterThan(0);
  expect(scene.calls.getProfile).toHaveBeenCalledTimes(1);
  expect(engine.popups.getState().shown).toEqual([]);
});

test('a conversation that was left is no longer read, and its line is gone', async () => {
  const { scene, engine, unread } = createScene(talk({ read: 1, unread: 1 }));
  const leave = engine.open(partner);
  await expect.poll(() => engine.newMarks.getState()[partner]).toBe(2);
  await expect.poll(unread).toBe(0);
  expect(scene.calls.markRead).toHaveBeenCalledWith({ userId: partner });
  leave();
  expect(engine.newMarks.getState()[partner]).toBeNull();
  scene.arrive();
  await expect.poll(unread).toBe(1);
  expect(scene.calls.markRead).toHaveBeenCalledTimes(1);
});

test('leaving one conversation for another leaves the other open', async () => {
  const { scene, engine, unread } = createScene(sampleMessages(1, 1));
  const leave = engine.open('somebody-else');
  engine.open(partner);
  leave();
  await expect.poll(unread).toBe(0);
  expect(scene.calls.markRead).toHaveBeenCalledWith({ userId: partner });
});

test('what came while nobody looked has a line above its first', async () => {
  const { scene, engine, unread } = createScene(sampleMessages(1, 3));
  engine.open(partner);
  await expect.poll(unread).toBe(0);
  scene.arrive();
  await expect.poll(() => scene.calls.markRead.mock.calls.length).toBe(2);
  expect(engine.newMarks.getState()[partner]).toBe(1);
  scene.isHere = false;
  await expect.poll(() => scene.cache.isFetching()).toBe(0);
  scene.arrive();
  scene.arrive();
  expect(engine.newMarks.getState()[partner]).toBe(5);
});

test('one message is read again for the fresh address of its recording', async () => {
  const { scene, engine } = createScene(talk({ read: 60, unread: 0 }));
  engine.open(partner);
  await expect.poll(scene.view).toEqual(numbers(11, 60));
  const third = sampleMessage(53, { content: null });
  scene.stored[52] = { ...third, audioUrl: '/fresh' };
  expect(await engine.reloadMessage(partner, third)).toMatchObject({ sequence: 53, audioUrl: '/fresh' });
  expect(scene.calls.listMessages).toHaveBeenLastCalledWith({ userId: partner, limit: 1, offset: 7 });
  const cached = scene.cache.getQueryData<ConversationCache>(conversationKey(me, partner));
  expect(cached?.messages.find(({ sequence }) => sequence === 53)?.audioUrl).toBe('/fresh');
  expect(await engine.reloadMessage(partner, sampleMessage(99))).toBeNull();
});

test('what was read in another tab lowers the number here', async () => {
  const { scene, unread } = createScene(sampleMessages(1, 2));
  await expect.poll(unread).toBe(2);
  scene.stored = talk({ read: 2, unread: 0 });
  scene.tell({ userId: me, chatMessageIds: [], deliveredAt: new Date(), readAt: new Date() });
  await expect.poll(unread).toBe(0);
});

test('a recording goes by a call, whole and with its type, and shows how far it is', async () => {
  const { scene, engine } = createScene();
  const bytes = new TextEncoder().encode('sound').buffer;
  await engine.sendVoice(partner, { bytes, type: 'audio/webm', durationMs: 1000, waveform: [50] });
  await expect.poll(() => scene.stored.length).toBe(1);
  const sent = scene.calls.sendVoiceMessage.mock.calls[0]?.[0];
  expect(sent).toMatchObject({ userId: partner, audio: { type: 'audio/webm' } });
  expect(await sent?.audio.text()).toBe('sound');
  expect(scene.progress).toEqual([0.5]);
  await expect.poll(() => engine.outbox.getState().progress).toEqual({});
});

test('a draft is kept, and goes when its text is sent', async () => {
  const { engine } = createScene();
  await engine.writeDraft(partner, { text: 'Hel', audio: null });
  expect(await engine.readDraft(partner)).toEqual({ text: 'Hel', audio: null });
  await engine.sendText(partner, 'Hello');
  expect(await engine.readDraft(partner)).toBeNull();
});

test('a correction says what it corrects, by socket and by call; a text says nothing of the kind', async () => {
  const { scene, engine } = createScene();
  const corrects = { chatMessageId: sampleMessage(9).chatMessageId, kind: 'mistake' as const, note: 'Past.' };
  await engine.sendCorrection(partner, 'I went home.', corrects);
  await expect.poll(() => scene.stored.length).toBe(1);
  const sent = { userId: partner, content: 'I went home.', corrects, clientMessageId: expect.any(String) };
  expect(scene.send).toHaveBeenLastCalledWith('chat:message', sent);
  await engine.sendText(partner, 'hello');
  await expect.poll(() => scene.stored.length).toBe(2);
  expect(scene.send.mock.lastCall?.[1]).not.toHaveProperty('corrects');
  scene.isConnected = false;
  await engine.sendCorrection(partner, 'I went home.', corrects);
  await expect.poll(() => scene.stored.length).toBe(3);
  expect(scene.calls.sendTextMessage.mock.lastCall?.[0]).toEqual(sent);
});

test('a correction leaves the draft of the conversation alone, and is an answer', async () => {
  const { scene, engine } = createScene(sampleMessages(1, 2));
  scene.isHere = false;
  await engine.writeDraft(partner, { text: 'Hel', audio: null });
  engine.open(partner);
  await expect.poll(() => engine.newMarks.getState()[partner]).toBe(1);
  const corrects = { chatMessageId: sampleMessage(1).chatMessageId, kind: 'natural' as const };
  await engine.sendCorrection(partner, 'Better.', corrects);
  expect(await engine.readDraft(partner)).toEqual({ text: 'Hel', audio: null });
  expect(engine.newMarks.getState()[partner]).toBeNull();
});

test('a blank note is no message, and spaces around one go', async () => {
  const { scene, engine } = createScene();
  await engine.sendOnce(partner, '  \n', sampleMessage(98).chatMessageId);
  await engine.sendOnce(partner, ' See you ', sampleMessage(99).chatMessageId);
  await expect.poll(() => scene.stored.map(({ content }) => content)).toEqual(['See you']);
});

test('a server that refuses a text is not asked by another way', async () => {
  const { scene, engine } = createScene();
  scene.send.mockRejectedValueOnce(receivedError('UserIsBlocked'));
  await engine.sendText(partner, 'hello');
  await expect.poll(() => engine.outbox.getState().entries[0]?.failure).toBeTruthy();
  expect(scene.calls.sendTextMessage).not.toHaveBeenCalled();
});

test('without a network a text waits, and leaves when it is back', async () => {
  const { scene, engine } = createScene();
  scene.isConnected = false;
  scene.isOnline = false;
  await engine.sendText(partner, 'hello');
  expect(scene.stored).toEqual([]);
  scene.isOnline = true;
  scene.goOnline();
  await expect.poll(() => scene.stored.length).toBe(1);
  expect(scene.told.map(({ kind }) => kind)).toEqual(['outbox-changed', 'sent', 'outbox-changed']);
});

test('what another tab has sent stands here as well', async () => {
  const { scene, engine } = createScene(sampleMessages(1, 1));
  engine.open(partner);
  await expect.poll(scene.view).toEqual([1]);
  scene.hearTab({ kind: 'outbox-changed' });
  scene.hearTab({ kind: 'sent', message: sampleMessage(2, { fromUserId: me, toUserId: partner }) });
  expect(scene.view()).toEqual([1, 2]);
});

test('a returning reader without a live connection gets the missed messages', async () => {
  const { scene, engine } = createScene(sampleMessages(1, 1));
  engine.open(partner);
  await expect.poll(scene.view).toEqual([1]);
  scene.isConnected = false;
  scene.arrive({ isLost: true });
  scene.comeBack();
  await expect.poll(scene.view).toEqual([1, 2]);
});

test('an edit or a deletion shows at once, and the lists are read again', async () => {
  const { scene, engine, unread } = createScene(talk({ read: 0, unread: 3 }));
  scene.isHere = false;
  engine.open(partner);
  await expect.poll(scene.words).toEqual(['message 1', 'message 2', 'message 3']);
  await expect.poll(unread).toBe(3);
  scene.change(2, { content: 'edited', editedAt: new Date() });
  expect(scene.words()).toEqual(['message 1', 'edited', 'message 3']);
  scene.change(3, { content: null, deletedAt: new Date(), readAt: new Date() });
  expect(scene.words()).toEqual(['message 1', 'edited', null]);
  await expect.poll(unread).toBe(2);
});

test('changes that were missed without a connection are found as far back as the conversation is known', async () => {
  const { scene, engine } = createScene(talk({ read: 120, unread: 0 }));
  engine.open(partner);
  await expect.poll(scene.view).toEqual(numbers(71, 120));
  await engine.loadOlder(partner);
  await engine.loadOlder(partner);
  expect(scene.view()).toEqual(numbers(1, 120));
  scene.change(5, { content: null, deletedAt: new Date(), readAt: new Date() }, { isLost: true });
  scene.connect();
  await expect.poll(() => scene.words()?.[4]).toBeNull();
  expect(scene.view()).toEqual(numbers(1, 120));
});

test('the popup of a message follows its edit and goes with its deletion, also before its sender is known', async () => {
  const { scene, engine } = createScene();
  const shown = () => engine.popups.getState().shown.map(({ preview }) => preview);
  scene.arrive();
  scene.arrive();
  await expect.poll(shown).toEqual(['message 1', 'message 2']);
  scene.change(1, { content: 'edited', editedAt: new Date() });
  scene.change(2, { content: null, deletedAt: new Date() });
  expect(shown()).toEqual(['edited']);
  scene.arrive();
  scene.change(3, { content: null, deletedAt: new Date() });
  scene.arrive();
  await expect.poll(shown).toEqual(['edited', 'message 4']);
  // The name of the sender is looked up once a minute, not for each message.
  expect(scene.calls.getProfile).toHaveBeenCalledOnce();
});

test('an edit is kept, shown as waiting and sent; a deletion takes its place', async () => {
  const own = sampleMessage(1, { fromUserId: me });
  const { scene, engine } = createScene([own]);
  engine.open(partner);
  await expect.poll(scene.view).toEqual([1]);
  scene.isConnected = false;
  scene.isOnline = false;
  await engine.changeMessage({ ...own, content: 'edited', editedAt: new Date() });
  expect(engine.outbox.getState().entries.map(({ content }) => content)).toEqual(['edited']);
  expect(scene.calls.updateMessage).not.toHaveBeenCalled();
  const deletedAt = new Date();
  await engine.changeMessage({ ...own, content: null, deletedAt });
  await expect.poll(() => engine.outbox.getState().entries.length).toBe(1);
  scene.isOnline = true;
  scene.goOnline();
  await expect.poll(() => scene.calls.deleteMessage.mock.calls.length).toBe(1);
  expect(scene.calls.updateMessage).not.toHaveBeenCalled();
  await expect.poll(scene.words).toEqual([null]);
  await expect.poll(() => engine.outbox.getState().entries).toEqual([]);
});

test('an edit reaches the server once and its answer the conversation', async () => {
  const own = sampleMessage(1, { fromUserId: me });
  const { scene, engine } = createScene([own]);
  engine.open(partner);
  await expect.poll(scene.view).toEqual([1]);
  await engine.changeMessage({ ...own, content: 'edited', editedAt: new Date() });
  await expect.poll(scene.words).toEqual(['edited']);
  expect(scene.calls.updateMessage.mock.calls[0]?.[0]).toEqual({
    chatMessageId: own.chatMessageId,
    content: 'edited',
  });
  expect(scene.calls.updateMessage).toHaveBeenCalledTimes(1);
});

test('several pictures are several messages in order: the first is the reply, the last has the caption', async () => {
  const { scene, engine } = createScene();
  const picture = { bytes: new ArrayBuffer(2), type: 'image/png', width: 2, height: 1 };
  const repliesTo = {
    chatMessageId: 'q',
    userId: partner,
    kind: 'text' as const,
    excerpt: '',
    isDeleted: false,
  };
  await engine.sendPictures(partner, [picture, picture], '  the sea ', { repliesTo });
  await expect.poll(() => scene.calls.sendPictureMessage.mock.calls.length).toBe(2);
  const [first, second] = scene.calls.sendPictureMessage.mock.calls.map(([sent]) => sent);
  expect(first).toMatchObject({ repliesTo: 'q' });
  expect(first?.caption).toBeUndefined();
  expect(second).toMatchObject({ caption: 'the sea' });
  expect(second?.repliesTo).toBeUndefined();
});

test('a reply names what it replies to, by the socket and by a call', async () => {
  const { scene, engine } = createScene();
  const repliesTo = {
    chatMessageId: 'q',
    userId: partner,
    kind: 'text' as const,
    excerpt: '',
    isDeleted: false,
  };
  await engine.sendText(partner, 'by socket', { repliesTo });
  await expect.poll(() => scene.send.mock.calls.length).toBe(1);
  expect(scene.send.mock.calls[0]?.[1]).toMatchObject({ content: 'by socket', repliesTo: 'q' });
  scene.isConnected = false;
  await engine.sendText(partner, 'by call', { repliesTo });
  await expect.poll(() => scene.calls.sendTextMessage.mock.calls.length).toBe(1);
  expect(scene.calls.sendTextMessage.mock.calls[0]?.[0]).toMatchObject({ repliesTo: 'q' });
});

test('an edit that comes before the sender is known is what the popup says', async () => {
  const { scene, engine } = createScene();
  const profile = Promise.withResolvers<Awaited<ReturnType<typeof scene.calls.getProfile>>>();
  scene.calls.getProfile.mockReturnValueOnce(profile.promise);
  scene.arrive();
  scene.change(1, { content: 'edited', editedAt: new Date() });
  profile.resolve({ userId: partner, name: 'Aiko', profileImageUrl: null });
  await expect.poll(() => engine.popups.getState().shown).toMatchObject([{ preview: 'edited' }]);
});

test('no popup comes for a conversation that is opened, nor after the end, while its sender is looked up', async () => {
  const { scene, engine } = createScene();
  const profile = Promise.withResolvers<Awaited<ReturnType<typeof scene.calls.getProfile>>>();
  scene.calls.getProfile.mockReturnValue(profile.promise);
  const answer = () => profile.resolve({ userId: partner, name: 'Aiko', profileImageUrl: null });
  scene.arrive();
  const leave = engine.open(partner);
  await expect.poll(scene.view).toEqual([1]);
  answer();
  await profile.promise;
  await expect.poll(() => scene.calls.markRead.mock.calls.length).toBe(1);
  expect(engine.popups.getState().shown).toEqual([]);
  leave();
  const later = createScene();
  const again = Promise.withResolvers<Awaited<ReturnType<typeof scene.calls.getProfile>>>();
  later.scene.calls.getProfile.mockReturnValue(again.promise);
  later.scene.arrive();
  later.engine.close();
  again.resolve({ userId: partner, name: 'Aiko', profileImageUrl: null });
  await new Promise((resolve) => setTimeout(resolve));
  expect(later.engine.popups.getState().shown).toEqual([]);
});

test('a closed engine hears nothing more, and its storage is closed', async () => {
  const { scene, engine } = createScene();
  const close = vi.spyOn(scene.storage, 'close');
  expect(scene.listeners.size).toBe(4);
  engine.close();
  expect([scene.listeners.size, scene.returns.size]).toEqual([0, 0]);
  await expect.poll(() => close.mock.calls.length).toBe(1);
});

test('the numbers are read again after a request and after a reconnect, whatever is open', async () => {
  const { scene, unread } = createScene();
  await expect.poll(unread).toBe(0);
  scene.arrive({ isLost: true });
  scene.announceRequest();
  await expect.poll(unread).toBe(1);
  scene.arrive({ isLost: true });
  scene.connect();
  await expect.poll(unread).toBe(2);
});

test('a request is not marked as read; once it is answered, it is', async () => {
  const { scene, engine } = createScene(talk({ read: 0, unread: 1 }));
  scene.calls.listMessages.mockImplementation(async () => ({
    count: scene.stored.length,
    messages: scene.stored.toReversed(),
    isRequest: true,
  }));
  engine.open(partner);
  await expect.poll(scene.view).toEqual([1]);
  await expect.poll(() => scene.cache.isFetching()).toBe(0);
  scene.comeBack();
  expect(scene.calls.markRead).not.toHaveBeenCalled();
  await engine.sendText(partner, 'Hello');
  await expect.poll(scene.view).toEqual([1, 2]);
  await expect.poll(() => scene.calls.markRead.mock.calls.length).toBe(1);
});

test('a read mark that failed is made up for when the reader returns', async () => {
  const { scene, engine, unread } = createScene(talk({ read: 0, unread: 1 }));
  scene.calls.markRead.mockRejectedValueOnce(new NetworkError());
  engine.open(partner);
  await expect.poll(() => scene.calls.markRead.mock.calls.length).toBe(1);
  await expect.poll(() => scene.cache.isFetching()).toBe(0);
  expect(unread()).toBe(1);
  scene.comeBack();
  await expect.poll(unread).toBe(0);
});

test.each(['after a failed read', 'after it was closed meanwhile'])(
  'changes missed without a connection are found %s',
  async (kind) => {
    const { scene, engine } = createScene(talk({ read: 120, unread: 0 }));
    const leave = engine.open(partner);
    await expect.poll(scene.view).toEqual(numbers(71, 120));
    await engine.loadOlder(partner);
    await expect.poll(() => scene.cache.isFetching()).toBe(0);
    scene.change(25, { content: null, deletedAt: new Date(), readAt: new Date() }, { isLost: true });
    if (kind === 'after a failed read') {
      scene.calls.listMessages.mockRejectedValueOnce(receivedError('ServerError'));
      scene.connect();
      await expect.poll(() => scene.cache.isFetching()).toBe(0);
      // A gap is the next reason to read.
      scene.arrive({ isLost: true });
      scene.arrive();
    } else {
      leave();
      scene.connect();
      engine.open(partner);
    }
    await expect.poll(scene.words).toContain(null);
  },
);

test('older messages that move too fast are an error in the end', async () => {
  const { scene, engine } = createScene(talk({ read: 100, unread: 0 }));
  engine.open(partner);
  await expect.poll(scene.view).toEqual(numbers(51, 100));
  const read = scene.pagesRead;
  scene.calls.listMessages.mockImplementation(async () => {
    scene.pagesRead += 1;
    return { count: 100, messages: [] };
  });
  await expect(engine.loadOlder(partner)).rejects.toThrow('move too fast');
  expect(scene.pagesRead - read).toBe(3);
});

test('a message of a conversation that was left draws no line in it', async () => {
  const { scene, engine } = createScene(talk({ read: 2, unread: 0 }));
  const leave = engine.open(partner);
  await expect.poll(scene.view).toEqual([1, 2]);
  leave();
  scene.isHere = false;
  scene.arrive();
  expect(scene.view()).toEqual([1, 2, 3]);
  expect(engine.newMarks.getState()[partner] ?? null).toBeNull();
});

test('a text leaves by a connected socket also where the browser says that it is offline', async () => {
  const { scene, engine } = createScene();
  scene.isOnline = false;
  await engine.sendText(partner, 'hello');
  await expect.poll(() => scene.stored.length).toBe(1);
  expect(scene.calls.sendTextMessage).not.toHaveBeenCalled();
});

test('what could not be sent is tried again at once when the writer returns', async () => {
  const { scene, engine } = createScene();
  scene.send.mockRejectedValueOnce(new NetworkError());
  await engine.sendText(partner, 'hello');
  await expect.poll(() => scene.send.mock.calls.length).toBe(1);
  scene.comeBack();
  await expect.poll(() => scene.stored.length, { timeout: 500 }).toBe(1);
});

test('a recording that is deleted while it is uploaded is not uploaded further', async () => {
  const { scene, engine } = createScene();
  const uploading = Promise.withResolvers<AbortSignal>();
  scene.calls.sendVoiceMessage.mockImplementationOnce((_voice, options) => {
    const { signal } = options as unknown as { signal: AbortSignal };
    uploading.resolve(signal);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new NetworkError())));
  });
  const audio = { bytes: new ArrayBuffer(1), type: 'audio/webm', durationMs: 1000, waveform: [50] };
  await engine.sendVoice(partner, audio);
  const signal = await uploading.promise;
  expect(signal.aborted).toBe(false);
  await engine.outbox.discard(engine.outbox.getState().entries[0]?.clientMessageId ?? '');
  expect(signal.aborted).toBe(true);
  expect(scene.stored).toEqual([]);
});

test('a change replaces a waiting one of the same message only, and leaves the draft alone', async () => {
  const [first, second] = [1, 2].map((sequence) => sampleMessage(sequence, { fromUserId: me }));
  const { scene, engine } = createScene([first, second] as ChatMessage[]);
  scene.isConnected = false;
  scene.isOnline = false;
  await engine.writeDraft(partner, { text: 'Hel', audio: null });
  await engine.changeMessage({ ...(first as ChatMessage), content: 'one' });
  await engine.changeMessage({ ...(second as ChatMessage), content: 'two' });
  await engine.changeMessage({ ...(first as ChatMessage), content: 'one more' });
  expect(engine.outbox.getState().entries.map(({ content }) => content)).toEqual(['two', 'one more']);
  expect(await engine.readDraft(partner)).toEqual({ text: 'Hel', audio: null });
});

test('a single picture is the reply and has the caption; a blank caption is none', async () => {
  const { scene, engine } = createScene();
  const picture = { bytes: new ArrayBuffer(2), type: 'image/png', width: 2, height: 1 };
  const repliesTo = {
    chatMessageId: 'q',
    userId: partner,
    kind: 'text' as const,
    excerpt: '',
    isDeleted: false,
  };
  await engine.sendPictures(partner, [picture], ' The sea ', { repliesTo });
  await engine.sendPictures(partner, [picture], '  ');
  await expect.poll(() => scene.calls.sendPictureMessage.mock.calls.length).toBe(2);
  const [first, second] = scene.calls.sendPictureMessage.mock.calls.map(([sent]) => sent);
  expect(first).toMatchObject({ repliesTo: 'q', caption: 'The sea' });
  expect(second).not.toHaveProperty('caption');
});

test('what arrives while the mark of earlier messages is on its way is read when the reader returns', async () => {
  const { scene, engine, unread } = createScene(talk({ read: 0, unread: 1 }));
  const answered = Promise.withResolvers<void>();
  scene.calls.markRead.mockImplementationOnce(async () => {
    scene.stored = talk({ read: 1, unread: 0 });
    await answered.promise;
    return {};
  });
  engine.open(partner);
  await expect.poll(() => scene.calls.markRead.mock.calls.length).toBe(1);
  scene.isHere = false;
  scene.arrive();
  answered.resolve();
  await expect.poll(unread).toBe(1);
  await expect.poll(() => scene.cache.isFetching()).toBe(0);
  scene.comeBack();
  await expect.poll(unread).toBe(0);
  expect(scene.calls.markRead).toHaveBeenCalledTimes(2);
});
