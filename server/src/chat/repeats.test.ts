import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Realtime } from '@parlance/client/realtime';
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
  /** Events that each socket received for the message since the last call. */
  heard(): Promise<{ ben: number; aiko: number }>;
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
    async heard() {
      // Events of one socket are ordered: after a later message arrives, no earlier event is pending. There is no order across sockets.
      const [echo, word] = await Promise.all([
        aiko.calls.sendTextMessage({ userId: cleo.userId, content: 'now' }),
        cleo.calls.sendTextMessage({ userId: ben.userId, content: 'now' }),
      ]);
      await Promise.all([counts.aiko.until(echo.chatMessageId), counts.ben.until(word.chatMessageId)]);
      return { ben: counts.ben.take(aiko, ben), aiko: counts.aiko.take(aiko, ben) };
    },
  };
}

function listen(socket: Realtime) {
  let events: { chatMessageId: string; fromUserId: string; toUserId: string }[] = [];
  let look = () => {};
  socket.on('chat:message', (message) => {
    events.push(message);
    look();
  });
  return {
    until: (chatMessageId: string | undefined) =>
      new Promise<void>((resolve) => {
        look = () => {
          if (events.some((event) => event.chatMessageId === chatMessageId)) resolve();
        };
        look();
      }),
    take(from: Persona, to: Persona) {
      const isTheirs = (event: (typeof events)[number]) =>
        event.fromUserId === from.userId && event.toUserId === to.userId;
      const count = events.filter(isTheirs).length;
      events = [];
      return count;
    },
  };
}

// Rules: docs/specification/chat.md#sending
describe.each(cases)('a $kind sent again by $way', (how) => {
  test('is announced again to both while no block stands: the first announcement may be what was lost', async () => {
    const { send, heard } = await setScene(how);
    const first = await send();
    expect(await heard()).toEqual({ ben: 1, aiko: 1 });
    expect(await send()).toBe(first);
    expect(await heard()).toEqual({ ben: 1, aiko: 1 });
  });

  test('reaches its sender alone once its recipient has blocked them, and both again without the block', async () => {
    const { aiko, ben, send, heard } = await setScene(how);
    const first = await send();
    await heard();
    await ben.calls.blockUser({ userId: aiko.userId });
    expect(await send()).toBe(first);
    expect(await heard()).toEqual({ ben: 0, aiko: 1 });
    await ben.calls.unblockUser({ userId: aiko.userId });
    await send();
    expect(await heard()).toEqual({ ben: 1, aiko: 1 });
  });

  test('reaches its sender alone once the sender has blocked the recipient', async () => {
    const { aiko, ben, send, heard } = await setScene(how);
    await send();
    await heard();
    await aiko.calls.blockUser({ userId: ben.userId });
    await send();
    expect(await heard()).toEqual({ ben: 0, aiko: 1 });
  });

  test('that was refused by a block is refused again and reaches nobody', async () => {
    const { aiko, ben, send, heard } = await setScene(how);
    await ben.calls.blockUser({ userId: aiko.userId });
    for (const _ of [1, 2]) await expect(send()).rejects.toMatchObject({ errorName: 'UserIsBlocked' });
    expect(await heard()).toEqual({ ben: 0, aiko: 0 });
  });
});
