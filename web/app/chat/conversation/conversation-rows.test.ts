import { expect, test } from 'vitest';
import { me, partner, sampleMessage } from '#chat/engine/chat-samples';
import type { OutboxEntry } from '#chat/engine/chat-storage';
import { conversationRows } from './conversation-rows';

const at = (day: number, hours: number, minutes = 0) => new Date(2026, 4, day, hours, minutes);
const now = at(14, 20);
const outgoing = (clientMessageId: string): OutboxEntry => ({
  clientMessageId,
  partnerId: partner,
  createdAt: now,
  content: 'on its way',
  audio: null,
  failure: null,
});
const rowsOf = (
  messages: ReturnType<typeof sampleMessage>[],
  entries: OutboxEntry[] = [],
  newFrom: number | null = null,
) => conversationRows({ messages, outgoing: entries, userId: me, newFrom, now });

test('days are headed, Today and Yesterday by name (§2)', () => {
  const rows = rowsOf([
    sampleMessage(1, { createdAt: at(2, 9) }),
    sampleMessage(2, { createdAt: at(13, 9) }),
    sampleMessage(3, { createdAt: at(13, 10) }),
    sampleMessage(4, { createdAt: at(14, 9) }),
  ]);
  expect(rows.map((row) => (row.kind === 'day' ? row.heading : row.kind))).toEqual([
    'Saturday, May 2, 2026',
    'message',
    'Yesterday',
    'message',
    'message',
    'Today',
    'message',
  ]);
});

test('messages stand together when one person sends them within minutes', () => {
  const rows = rowsOf([
    sampleMessage(1, { createdAt: at(14, 9, 0) }),
    sampleMessage(2, { createdAt: at(14, 9, 1) }),
    sampleMessage(3, { createdAt: at(14, 9, 2), fromUserId: me }),
    sampleMessage(4, { createdAt: at(14, 9, 30), fromUserId: me }),
  ]);
  expect(rows.map((row) => row.kind === 'message' && row.isFollowed)).toEqual([
    false,
    true,
    false,
    false,
    false,
  ]);
  expect(rows.map((row) => row.kind === 'message' && row.continues)).toEqual([
    false,
    false,
    true,
    false,
    false,
  ]);
});

test.each([
  [299_999, true],
  [300_000, false],
])('five minutes end it: %i ms later a message stands together with the last is %s', (ms, continues) => {
  const first = at(14, 9);
  const rows = rowsOf([
    sampleMessage(1, { createdAt: first }),
    sampleMessage(2, { createdAt: new Date(first.getTime() + ms) }),
  ]);
  expect(rows.at(-1)).toMatchObject({ continues });
});

test('days and the line above new messages float, and messages know whose they are', () => {
  const rows = rowsOf(
    [sampleMessage(1, { createdAt: at(14, 9) }), sampleMessage(2, { createdAt: at(14, 9), fromUserId: me })],
    [],
    2,
  );
  expect(rows[0]).toEqual({ kind: 'day', floats: true, id: 'day-2026-4-14', heading: 'Today' });
  expect(rows[1]).toMatchObject({ kind: 'message', isOwn: false });
  expect(rows[2]).toEqual({ kind: 'new-messages', floats: true, id: 'new-messages' });
  expect(rows[3]).toMatchObject({ kind: 'message', isOwn: true, continues: false });
});

test('the line above new messages stands where they begin', () => {
  const rows = rowsOf([sampleMessage(1), sampleMessage(2)], [], 2);
  expect(rows.map(({ kind }) => kind)).toEqual(['day', 'message', 'new-messages', 'message']);
});

test('what is on its way stands at the end, once, and keeps its id when it arrives', () => {
  const waiting = rowsOf([], [outgoing('x')]);
  expect(waiting.map(({ kind }) => kind)).toEqual(['day', 'outgoing']);
  const arrived = rowsOf(
    [sampleMessage(1, { fromUserId: me, createdAt: now, clientMessageId: 'x' })],
    [outgoing('x')],
  );
  expect(arrived.map(({ kind }) => kind)).toEqual(['day', 'message']);
  expect(arrived[1]?.id).toBe(waiting[1]?.id);
});

test('an older page changes nothing in the height of what was there', () => {
  const newer = [3, 4].map((sequence) => sampleMessage(sequence, { createdAt: at(14, 9, sequence) }));
  const older = [1, 2].map((sequence) => sampleMessage(sequence, { createdAt: at(14, 9, sequence) }));
  const gaps = (rows: ReturnType<typeof rowsOf>) =>
    rows.flatMap((row) => ('isFollowed' in row ? [row.isFollowed] : [])).slice(-2);
  expect(gaps(rowsOf([...older, ...newer]))).toEqual(gaps(rowsOf(newer)));
});
