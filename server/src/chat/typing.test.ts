import { expect, test } from 'vitest';
import { type Pair, startPair, write } from '#test/pair';
import type { Persona } from '#test/personas';

async function startTyping({ aiko, ben, signUp }: Pair) {
  const cleo = await signUp('cleo@example.org');
  const heard: string[] = [];
  const bens = await ben.connect();
  bens.on('chat:typing', ({ userId }) => heard.push(userId));
  const keyboard = await aiko.connect();
  const type = (to: Persona = ben) =>
    keyboard.emit('chat:typing', [{ userId: to.userId }], { withinMs: 5000, read: (answer) => answer });
  /** Resolves once all earlier events have arrived, since events of one socket are ordered. */
  const settled = async () => {
    const seen = new Promise<void>((resolve) => bens.on('chat:message', () => resolve()));
    await write(cleo, ben, 'ping');
    await seen;
  };
  return { heard, type, settled, keyboard };
}

test('reaches the partner with who is writing, every three seconds at most, and nobody stores it', async () => {
  const pair = await startPair();
  const { aiko, ben, clock } = pair;
  await write(aiko, ben, 'Hello');
  const { heard, type, settled, keyboard } = await startTyping(pair);
  expect(await type()).toEqual({});
  keyboard.tellTyping(ben.userId);
  clock.advance({ ms: 2990 });
  await type();
  await settled();
  expect(heard).toEqual([aiko.userId]);
  clock.advance({ ms: 20 });
  await type();
  await expect.poll(() => heard).toEqual([aiko.userId, aiko.userId]);
});

test('to one partner does not hold back typing to another', async () => {
  const pair = await startPair();
  const { aiko, ben, signUp } = pair;
  const dora = await signUp('dora@example.org');
  await write(aiko, ben, 'Hello');
  await write(aiko, dora, 'Hello');
  const { heard, type } = await startTyping(pair);
  await type(dora);
  await type();
  await expect.poll(() => heard).toEqual([aiko.userId]);
});

test('is not told to strangers, nor by somebody to themselves', async () => {
  const pair = await startPair();
  const { aiko, ben, signUp } = pair;
  // Each of the two is in a conversation, but not with the other.
  const dora = await signUp('dora@example.org');
  for (const person of [aiko, ben]) await write(person, dora, 'Hello');
  const { heard, type, settled } = await startTyping(pair);
  await type();
  expect(await type(aiko)).toEqual({});
  await settled();
  expect(heard).toEqual([]);
});

test.each([
  ['the writer hides their activity', ({ aiko }: Pair) => aiko.calls.updateUser({ showsActivity: false })],
  ['the reader hides their activity', ({ ben }: Pair) => ben.calls.updateUser({ showsActivity: false })],
  [
    'the reader has blocked the writer',
    ({ aiko, ben }: Pair) => ben.calls.blockUser({ userId: aiko.userId }),
  ],
  [
    'the writer has blocked the reader',
    ({ aiko, ben }: Pair) => aiko.calls.blockUser({ userId: ben.userId }),
  ],
])('is not told where %s', async (_, come) => {
  const pair = await startPair();
  const { aiko, ben, clock } = pair;
  await write(aiko, ben, 'Hello');
  const { heard, type, settled } = await startTyping(pair);
  await type();
  await expect.poll(() => heard).toEqual([aiko.userId]);
  await come(pair);
  clock.advance({ seconds: 4 });
  expect(await type()).toEqual({});
  await settled();
  expect(heard).toEqual([aiko.userId]);
});

test('is not told in a request: it would disclose that its recipient has seen it', async () => {
  const { aiko, ben, signUp } = await startPair();
  const cleo = await signUp('cleo@example.org');
  await ben.calls.updateUser({ writesToMe: 'asking' });
  await write(aiko, ben, 'Hello');
  const heard: string[] = [];
  const aikos = await aiko.connect();
  aikos.on('chat:typing', ({ userId }) => heard.push(userId));
  const seen = new Promise<void>((resolve) => aikos.on('chat:message', () => resolve()));
  const keyboard = await ben.connect();
  await keyboard.emit('chat:typing', [{ userId: aiko.userId }], { withinMs: 5000, read: (answer) => answer });
  await write(cleo, aiko, 'ping');
  await seen;
  expect(heard).toEqual([]);
});
