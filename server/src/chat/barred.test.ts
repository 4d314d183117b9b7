import type { ChatMessage } from '@parlance/contract/chat';
import { describe, expect, test } from 'vitest';
import { banUser, unbanUser } from '#moderation/moderation';
import { answerOf, greet, type Pair, photo, startPair, write } from '#test/pair';

const free = { env: { RATE_LIMITS: 'off' } };

interface Scene extends Pair {
  own: ChatMessage;
  theirs: ChatMessage;
}

async function startTalk(): Promise<Scene> {
  const pair = await startPair(free);
  await greet(pair);
  const own = await write(pair.aiko, pair.ben, 'own');
  return { ...pair, own, theirs: await write(pair.ben, pair.aiko, 'theirs') };
}

/** Results of every act of Aiko in this conversation, as status and error code. */
async function answersOf({ aiko, ben, own, theirs }: Scene): Promise<Record<string, string>> {
  const { chatMessageId } = own;
  const image = await photo();
  return {
    reply: await answerOf(write(aiko, ben, 'reply', theirs.chatMessageId)),
    edit: await answerOf(aiko.calls.updateMessage({ chatMessageId, content: 'edited' })),
    picture: await answerOf(aiko.calls.sendPictureMessage({ userId: ben.userId, image })),
    delete: await answerOf(aiko.calls.deleteMessage({ chatMessageId })),
  };
}

const every = (answer: string) => ({ reply: answer, edit: answer, picture: answer });

describe.each([
  [
    'blocked by the partner',
    ({ aiko, ben }: Scene) => ben.calls.blockUser({ userId: aiko.userId }),
    { ...every('403/3002'), delete: '200' },
  ],
  [
    'who blocks the partner',
    ({ aiko, ben }: Scene) => aiko.calls.blockUser({ userId: ben.userId }),
    { ...every('403/3002'), delete: '200' },
  ],
  [
    'whose partner is banned',
    ({ platform, ben }: Scene) => banUser(platform, null, ben.userId, 'spam'),
    { ...every('404/4002'), delete: '200' },
  ],
  [
    'who is banned',
    ({ platform, aiko }: Scene) => banUser(platform, null, aiko.userId, 'spam'),
    { ...every('403/3001'), delete: '403/3001' },
  ],
])('a member %s', (_who, come, expected) => {
  test('cannot reply, edit or send a picture; can delete while the session lasts', async () => {
    const scene = await startTalk();
    const { platform, own } = scene;
    await come(scene);
    expect(await answersOf(scene)).toEqual(expected);
    const { rows } = await platform.pool.query(
      'SELECT content, edited_at FROM chat_messages WHERE chat_message_id = $1 AND deleted_at IS NULL',
      [own.chatMessageId],
    );
    expect(rows).toEqual(expected.delete === '200' ? [] : [{ content: 'own', edited_at: null }]);
    expect(await Array.fromAsync(platform.files.list('chat-pictures/'))).toEqual([]);
  });
});

test('reading after a block is not told to the blocked member, until it is lifted', async () => {
  const { aiko, ben, own } = await startTalk();
  await ben.calls.blockUser({ userId: aiko.userId });
  const read = async () => {
    await ben.calls.listMessages({ userId: aiko.userId });
    await ben.calls.markRead({ userId: aiko.userId });
    const { messages } = await aiko.calls.listMessages({ userId: ben.userId });
    const message = messages.find(({ chatMessageId }) => chatMessageId === own.chatMessageId);
    return [message?.deliveredAt, message?.readAt].map((at) => at !== null);
  };
  expect(await read()).toEqual([false, false]);
  await ben.calls.unblockUser({ userId: aiko.userId });
  expect(await read()).toEqual([true, true]);
});

test('a conversation is hidden while the own block or the ban of the partner lasts, whichever ends first', async () => {
  const { aiko, ben, platform } = await startTalk();
  const acts = {
    block: () => ben.calls.blockUser({ userId: aiko.userId }),
    unblock: () => ben.calls.unblockUser({ userId: aiko.userId }),
    ban: () => banUser(platform, null, aiko.userId, 'spam'),
    unban: () => unbanUser(platform, null, aiko.userId),
  };
  const shown: number[] = [];
  for (const act of ['block', 'ban', 'unban', 'unblock', 'block', 'ban', 'unblock', 'unban'] as const) {
    await acts[act]();
    shown.push((await ben.calls.listChats({})).count);
  }
  expect(shown).toEqual([0, 0, 0, 1, 0, 0, 0, 1]);
});

test('after an unblock all of it works again', async () => {
  const scene = await startTalk();
  const { aiko, ben } = scene;
  await ben.calls.blockUser({ userId: aiko.userId });
  await ben.calls.unblockUser({ userId: aiko.userId });
  expect(await answersOf(scene)).toEqual({ ...every('200'), delete: '200' });
});

test.each([
  ['block', ({ aiko, ben }: Scene) => ben.calls.blockUser({ userId: aiko.userId }), '403/3002'],
  [
    'ban of the sender',
    ({ platform, aiko }: Scene) => banUser(platform, null, aiko.userId, 'spam'),
    '403/3001',
  ],
])(
  'a %s while pictures are converted: later ones are refused, and refused ones leave no file',
  async (_act, come, late) => {
    const scene = await startTalk();
    const { aiko, ben, platform } = scene;
    const send = async () =>
      await answerOf(aiko.calls.sendPictureMessage({ userId: ben.userId, image: await photo() }));
    const answers = [send(), send(), send()];
    await come(scene);
    expect(await send()).toBe(late);
    await Promise.all(answers);
    const { rows } = await platform.pool.query<{ pictures: number }>(
      `SELECT count(*)::integer AS pictures FROM chat_messages WHERE type = 'picture'`,
    );
    expect(await Array.fromAsync(platform.files.list('chat-pictures/'))).toHaveLength(rows[0]?.pictures ?? 0);
  },
);

test('typing of a member who is banned meanwhile reaches nobody', async () => {
  const { aiko, ben, platform, signUp } = await startTalk();
  const cleo = await signUp('cleo@example.org');
  const heard: string[] = [];
  const bens = await ben.connect();
  bens.on('chat:typing', ({ userId }) => heard.push(userId));
  const keyboard = await aiko.connect();
  await banUser(platform, null, aiko.userId, 'spam');
  keyboard.tellTyping(ben.userId);
  await expect.poll(() => keyboard.getStatus()).not.toBe('connected');
  // Events of one socket are ordered: once the message is there, nothing earlier is under way.
  const seen = new Promise<void>((resolve) => bens.on('chat:message', () => resolve()));
  await write(cleo, ben, 'ping');
  await seen;
  expect(heard).toEqual([]);
});
