import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Realtime } from '@parlance/client/realtime';
import type { ChatMessage } from '@parlance/contract/chat';
import { describe, expect, test } from 'vitest';
import { type Community, type Persona, startCommunity } from '#test/personas';

const recording = new Blob([
  new Uint8Array(await readFile(join(import.meta.dirname, '../../test/fixtures/voice.webm'))),
]);

interface Scene {
  app: Community;
  aiko: Persona;
  ben: Persona;
  /** Sends the same message with the same idempotency key on each call. */
  send(): Promise<string>;
  /** Expects exactly so many events of the message at each socket since the last call. */
  expectEvents(expected: { ben: number; aiko: number }): Promise<void>;
}

const ways = ['call', 'socket'] as const;
const kinds = ['text', 'voice'] as const;
const cases = ways.flatMap((way) => kinds.map((kind) => ({ way, kind })));

async function setScene({ way, kind }: (typeof cases)[number]): Promise<Scene> {
  const app = await startCommunity();
  const [aiko, ben, cleo] = await Promise.all(
    ['aiko', 'ben', 'cleo'].map((name) => app.signUp(`${name}@example.org`, { name, description: 'Hi' })),
  );
  if (!aiko || !ben || !cleo) throw new Error('three people were asked for');
  // With Redis the recipient connects to another node.
  const far = app.platform.config.redisUrl === null ? app : await app.startNode();
  const sockets = { aiko: await aiko.connect(), ben: await app.on(far, ben).connect() };
  const counts = { aiko: listen(sockets.aiko), ben: listen(sockets.ben) };
  const theirs = (events: Event[]) =>
    events.filter((event) => event.fromUserId === aiko.userId && event.toUserId === ben.userId);
  const addressed = { userId: ben.userId, clientMessageId: randomUUID() };
  const senders = {
    'call text': () => aiko.calls.sendTextMessage({ ...addressed, content: 'hello' }),
    'call voice': () => aiko.calls.sendVoiceMessage({ ...addressed, audio: recording }),
    'socket text': () => sockets.aiko.send('chat:message', { ...addressed, content: 'hello' }),
    'socket voice': () => sockets.aiko.send('chat:message-voice', addressed, recording),
  };
  return {
    app,
    aiko,
    ben,
    send: async () => (await senders[`${way} ${kind}`]()).chatMessageId,
    async expectEvents(expected) {
      // Before the first answer a message is announced after its acknowledgement, so a later message may overtake it.
      await Promise.all([
        counts.aiko.until((events) => theirs(events).length >= expected.aiko),
        counts.ben.until((events) => theirs(events).length >= expected.ben),
      ]);
      // An unexpected event would arrive before that of a later message, or soon enough for the next call.
      const [echo, word] = await Promise.all([
        aiko.calls.sendTextMessage({ userId: cleo.userId, content: 'now' }),
        cleo.calls.sendTextMessage({ userId: ben.userId, content: 'now' }),
      ]);
      const includes = (id: string) => (events: Event[]) =>
        events.some((event) => event.chatMessageId === id);
      await Promise.all([
        counts.aiko.until(includes(echo.chatMessageId)),
        counts.ben.until(includes(word.chatMessageId)),
      ]);
      const received = { ben: theirs(counts.ben.take()).length, aiko: theirs(counts.aiko.take()).length };
      expect(received).toEqual(expected);
    },
  };
}

type Event = Pick<ChatMessage, 'chatMessageId' | 'fromUserId' | 'toUserId'>;

function listen(socket: Realtime) {
  let events: Event[] = [];
  let look = () => {};
  socket.on('chat:message', (message) => {
    events.push(message);
    look();
  });
  return {
    until: (isDone: (events: Event[]) => boolean) =>
      new Promise<void>((resolve) => {
        look = () => {
          if (isDone(events)) resolve();
        };
        look();
      }),
    take() {
      const taken = events;
      events = [];
      return taken;
    },
  };
}

// Rules: docs/specification/chat.md#sending
describe.each(cases)('a $kind sent again by $way', (how) => {
  test('is announced again to both while no block stands: the first announcement may be what was lost', async () => {
    const { send, expectEvents } = await setScene(how);
    const first = await send();
    await expectEvents({ ben: 1, aiko: 1 });
    expect(await send()).toBe(first);
    await expectEvents({ ben: 1, aiko: 1 });
  });

  test('reaches its sender alone once its recipient has blocked them, and both again without the block', async () => {
    const { aiko, ben, send, expectEvents } = await setScene(how);
    const first = await send();
    await expectEvents({ ben: 1, aiko: 1 });
    await ben.calls.blockUser({ userId: aiko.userId });
    expect(await send()).toBe(first);
    await expectEvents({ ben: 0, aiko: 1 });
    await ben.calls.unblockUser({ userId: aiko.userId });
    await send();
    await expectEvents({ ben: 1, aiko: 1 });
  });

  test('reaches its sender alone once the sender has blocked the recipient', async () => {
    const { aiko, ben, send, expectEvents } = await setScene(how);
    await send();
    await expectEvents({ ben: 1, aiko: 1 });
    await aiko.calls.blockUser({ userId: ben.userId });
    await send();
    await expectEvents({ ben: 0, aiko: 1 });
  });

  test('that was refused by a block is refused again and reaches nobody', async () => {
    const { aiko, ben, send, expectEvents } = await setScene(how);
    await ben.calls.blockUser({ userId: aiko.userId });
    for (const _ of [1, 2]) await expect(send()).rejects.toMatchObject({ errorName: 'UserIsBlocked' });
    await expectEvents({ ben: 0, aiko: 0 });
  });
});
