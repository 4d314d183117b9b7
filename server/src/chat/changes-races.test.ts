import type { ChatMessage } from '@parlance/contract/chat';
import { expect, test } from 'vitest';
import { answerOf, type Pair, photo, readBy, startPair, write } from '#test/pair';

const rounds = 12;

/** Runs acts concurrently, in alternating order, on a new message each round. */
async function race(
  { aiko, ben }: Pair,
  acts: (sent: ChatMessage) => (() => Promise<unknown>)[],
): Promise<{ answers: string[]; message: ChatMessage | undefined }[]> {
  const outcomes = [];
  for (let nth = 0; nth < rounds; nth += 1) {
    const sent = await write(aiko, ben, `secret ${nth}`);
    const inTurn = acts(sent);
    const order = nth % 2 === 0 ? inTurn : inTurn.toReversed();
    const answers = await Promise.all(order.map((act) => answerOf(act())));
    const messages = await readBy(ben, aiko);
    outcomes.push({
      answers: nth % 2 === 0 ? answers : answers.toReversed(),
      message: messages.find(({ chatMessageId }) => chatMessageId === sent.chatMessageId),
    });
  }
  return outcomes;
}

const free = { env: { RATE_LIMITS: 'off' } };

test('an edit and a deletion at once: what is deleted stays deleted', async () => {
  const pair = await startPair(free);
  const { aiko } = pair;
  const outcomes = await race(pair, ({ chatMessageId }) => [
    () => aiko.calls.deleteMessage({ chatMessageId }),
    () => aiko.calls.updateMessage({ chatMessageId, content: 'edited' }),
  ]);
  for (const { answers, message } of outcomes) {
    expect(answers[0]).toBe('200');
    expect(['200', '403/3000']).toContain(answers[1]);
    expect(message).toMatchObject({ content: null, deletedAt: expect.any(Date) });
  }
});

test('a deletion and a correction at once: no correction points at what is deleted', async () => {
  const pair = await startPair(free);
  const { aiko, ben, platform } = pair;
  const outcomes = await race(pair, ({ chatMessageId }) => [
    () => aiko.calls.deleteMessage({ chatMessageId }),
    () =>
      ben.calls.sendTextMessage({
        userId: aiko.userId,
        content: 'corrected',
        corrects: { chatMessageId, kind: 'mistake' },
      }),
  ]);
  for (const { answers } of outcomes) expect(['200', '404/4001']).toContain(answers[1]);
  const { rows } = await platform.pool.query(
    `SELECT FROM chat_messages AS m JOIN chat_messages AS c ON c.corrects_message_id = m.chat_message_id
      WHERE m.deleted_at IS NOT NULL`,
  );
  expect(rows).toEqual([]);
});

test('an edit and a correction at once: a corrected text is not edited after it', async () => {
  const pair = await startPair(free);
  const { aiko, ben } = pair;
  const outcomes = await race(pair, ({ chatMessageId }) => [
    () => aiko.calls.updateMessage({ chatMessageId, content: 'edited' }),
    () =>
      ben.calls.sendTextMessage({
        userId: aiko.userId,
        content: 'corrected',
        corrects: { chatMessageId, kind: 'mistake' },
      }),
  ]);
  const messages = await readBy(aiko, ben);
  for (const { answers, message } of outcomes) {
    expect(answers[1]).toBe('200');
    const correction = messages.find(({ corrects }) => corrects?.chatMessageId === message?.chatMessageId);
    if (answers[0] === '200')
      expect(Number(message?.editedAt)).toBeLessThanOrEqual(Number(correction?.createdAt));
    else expect(message).toMatchObject({ editedAt: null });
  }
});

test('a block and an edit at once: after the block is answered nothing is edited', async () => {
  const pair = await startPair(free);
  const { aiko, ben } = pair;
  for (let nth = 0; nth < rounds; nth += 1) {
    const { chatMessageId } = await write(aiko, ben, 'one');
    const blocked = ben.calls.blockUser({ userId: aiko.userId });
    const edits = ['two', 'three'].map((content) =>
      answerOf(aiko.calls.updateMessage({ chatMessageId, content })),
    );
    await blocked;
    const late = await answerOf(aiko.calls.updateMessage({ chatMessageId, content: 'late' }));
    expect(late).toBe('403/3002');
    for (const answer of await Promise.all(edits)) expect(['200', '403/3002']).toContain(answer);
    await ben.calls.unblockUser({ userId: aiko.userId });
    expect((await readBy(ben, aiko))[0]?.content).not.toBe('late');
  }
});

test('many deletions, readings and messages at once: the unread number equals the messages that are unread', async () => {
  const pair = await startPair(free);
  const { aiko, ben, platform } = pair;
  for (let nth = 0; nth < 4; nth += 1) {
    const sent = await Promise.all(Array.from({ length: 6 }, (_, one) => write(aiko, ben, `${nth} ${one}`)));
    await Promise.all([
      ...sent.slice(0, 4).map(({ chatMessageId }) => aiko.calls.deleteMessage({ chatMessageId })),
      ...sent.slice(0, 2).map(({ chatMessageId }) => aiko.calls.deleteMessage({ chatMessageId })),
      ben.calls.markRead({ userId: aiko.userId }),
      write(aiko, ben, 'more'),
      write(ben, aiko, 'answer'),
    ]);
    const { rows } = await platform.pool.query<{ unread: number }>(
      `SELECT count(*)::integer AS unread FROM chat_messages
        WHERE to_user_id = $1 AND read_at IS NULL AND deleted_at IS NULL`,
      [ben.userId],
    );
    expect((await ben.calls.getChatStat()).unreadMessages).toBe(rows[0]?.unread);
  }
});

test('a report and a deletion of a picture at once: the report has the picture or there is none', async () => {
  const pair = await startPair(free);
  const { aiko, ben, platform } = pair;
  await write(aiko, ben, 'Hello');
  await write(ben, aiko, 'Hi');
  for (let nth = 0; nth < 4; nth += 1) {
    const { chatMessageId } = await aiko.calls.sendPictureMessage({
      userId: ben.userId,
      image: await photo(),
    });
    const [reported] = await Promise.all([
      answerOf(ben.calls.reportMessage({ chatMessageId })),
      aiko.calls.deleteMessage({ chatMessageId }),
    ]);
    expect(['200', '404/4001']).toContain(reported);
  }
  const { rows } = await platform.pool.query<{ key: string }>(
    `SELECT snapshot -> 0 ->> 'picture_key' AS key FROM chat_reports`,
  );
  for (const { key } of rows) expect(await platform.files.stat(key)).not.toBeNull();
  expect(await Array.fromAsync(platform.files.list('chat-pictures/'))).toEqual([]);
});
