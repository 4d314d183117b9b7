import { messageEditMs } from '@parlance/contract/chat-changes';
import { expect, test } from 'vitest';
import { me, sampleMessage } from '#test/chat-samples';
import { canEdit, quoteOf, tombstoneOf } from './message-rules';

const own = sampleMessage(1, { fromUserId: me });
const after = (ms: number) => new Date(own.createdAt.getTime() + ms);
const can = (changes = {}, ms = 0, others: ReturnType<typeof sampleMessage>[] = []) => {
  const message = { ...own, ...changes };
  return canEdit(message, { userId: me, messages: [message, ...others], now: after(ms) });
};

test('an own text or caption can be edited for 15 minutes', () => {
  expect(can()).toBe(true);
  expect(can({ type: 'picture', content: null })).toBe(true);
  expect(can({}, messageEditMs)).toBe(true);
  expect(can({}, messageEditMs + 1)).toBe(false);
});

test('nothing else can be edited: of the partner, a recording, what was deleted or corrected', () => {
  expect(can({ fromUserId: 'partner' })).toBe(false);
  expect(can({ type: 'voice', content: null })).toBe(false);
  expect(can({ deletedAt: after(1) })).toBe(false);
  const correction = (chatMessageId: string) =>
    sampleMessage(2, { corrects: { chatMessageId, kind: 'mistake' } });
  expect(can({}, 0, [correction(own.chatMessageId)])).toBe(false);
  expect(can({}, 0, [correction('another')])).toBe(true);
});

test('a quote has the first 120 code points, and no words where there are none', () => {
  expect(quoteOf(sampleMessage(1, { content: `${'😀'.repeat(120)}x` })).excerpt).toBe('😀'.repeat(120));
  expect(quoteOf(sampleMessage(1, { content: null, type: 'picture' }))).toMatchObject({
    excerpt: '',
    kind: 'picture',
    isDeleted: false,
  });
  expect(quoteOf(sampleMessage(1, { content: null, deletedAt: after(1) })).isDeleted).toBe(true);
});

test('nothing of what was said is left of a deleted message, and its place stays', () => {
  const picture = { url: '/a', width: 1, height: 1 };
  const full = sampleMessage(1, { audioUrl: '/b', picture, repliesTo: quoteOf(sampleMessage(2)) });
  const left = tombstoneOf(full, after(1));
  expect(left).toMatchObject({ chatMessageId: full.chatMessageId, sequence: 1, deletedAt: after(1) });
  expect([left.content, left.audioUrl, left.picture, left.repliesTo, left.corrects]).toEqual(
    Array(5).fill(null),
  );
  expect(left.updatedAt).toEqual(full.updatedAt);
});
