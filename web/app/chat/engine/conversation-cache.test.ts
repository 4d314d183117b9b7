import fc from 'fast-check';
import { expect, test } from 'vitest';
import { me, partner, sampleMessage, sampleMessages } from '#test/chat-samples';
import {
  applyStatus,
  emptyConversation,
  firstUnread,
  hasUnread,
  isConnected,
  leavesGap,
  markAllRead,
  mergeMessage,
  mergeMessages,
  olderOffset,
} from './conversation-cache';

const known = (from: number, to: number, count = to) =>
  mergeMessages(emptyConversation, sampleMessages(from, to), count);
const readAt = new Date('2026-05-14T13:00:00Z');

test('whatever way and however often messages come, the view is the same', () => {
  const all = sampleMessages(1, 12);
  fc.assert(
    fc.property(fc.array(fc.shuffledSubarray(all), { maxLength: 6 }), (parts) => {
      let cache = emptyConversation;
      for (const part of [...parts, all.toReversed()]) cache = mergeMessages(cache, part);
      expect(cache.messages).toEqual(all);
      expect(cache.count).toBe(12);
    }),
  );
});

test('what was delivered or read never goes back', () => {
  const read = sampleMessage(1, { deliveredAt: readAt, readAt });
  const cache = mergeMessages(mergeMessages(emptyConversation, [read]), [sampleMessage(1)]);
  expect(cache.messages[0]).toMatchObject({ deliveredAt: readAt, readAt });
});

test('a newer copy brings the fresh address of a recording', () => {
  const cache = mergeMessages(known(1, 1), [sampleMessage(1, { audioUrl: '/audio/new' })]);
  expect(cache.messages[0]?.audioUrl).toBe('/audio/new');
});

test('a status marks only the messages it names', () => {
  const [first, second] = [sampleMessage(1, { fromUserId: me }), sampleMessage(2, { fromUserId: me })];
  const cache = mergeMessages(emptyConversation, [first, second]);
  const status = {
    userId: partner,
    chatMessageIds: [first.chatMessageId],
    deliveredAt: readAt,
    readAt: null,
  };
  const marked = applyStatus(cache, status);
  expect(marked.messages.map((message) => message.deliveredAt)).toEqual([readAt, null]);
  const late = applyStatus(applyStatus(marked, { ...status, readAt }), status);
  expect(late.messages[0]?.readAt).toEqual(readAt);
});

test('who has read a message has read what the same person wrote before it, though the news of that was lost', () => {
  const own = (nth: number, marks = {}) => sampleMessage(nth, { fromUserId: me, ...marks });
  const cache = mergeMessages(emptyConversation, [own(1), sampleMessage(2, { fromUserId: partner }), own(3)]);
  const marks = (of: typeof cache) => of.messages.map((message) => [message.deliveredAt, message.readAt]);
  const unmarked = [null, null];
  const read = [readAt, readAt];
  const fromPage = mergeMessages(cache, [own(4, { deliveredAt: readAt, readAt }), own(5)]);
  expect(marks(fromPage)).toEqual([read, unmarked, read, read, unmarked]);
  const status = { userId: partner, deliveredAt: readAt, readAt };
  const told = applyStatus(cache, { ...status, chatMessageIds: [own(3).chatMessageId] });
  expect(marks(told)).toEqual([read, unmarked, read]);
});

test('a page is connected when nothing lies between it and what is known', () => {
  const newestFirst = (from: number, to: number) => sampleMessages(from, to).reverse();
  expect(isConnected(known(1, 50), newestFirst(51, 100))).toBe(true);
  expect(isConnected(known(1, 50), newestFirst(40, 89))).toBe(true);
  expect(isConnected(known(1, 50), newestFirst(52, 101))).toBe(false);
  expect(isConnected(emptyConversation, newestFirst(52, 101))).toBe(true);
});

test('a message that arrives alone leaves a gap unless it is the next one', () => {
  expect(leavesGap(known(1, 50), sampleMessage(51))).toBe(false);
  expect(leavesGap(known(1, 50), sampleMessage(30))).toBe(false);
  expect(leavesGap(known(1, 50), sampleMessage(52))).toBe(true);
  expect(leavesGap(emptyConversation, sampleMessage(1))).toBe(false);
});

test('the older page begins just before the oldest known message', () => {
  expect(olderOffset(known(71, 120))).toBe(50);
  expect(olderOffset(known(1, 20))).toBeNull();
  expect(olderOffset(emptyConversation)).toBeNull();
});

test('reading marks what the partner wrote and nothing else', () => {
  const cache = mergeMessages(emptyConversation, [sampleMessage(1), sampleMessage(2, { fromUserId: me })]);
  expect(firstUnread(cache, partner)?.sequence).toBe(1);
  const read = markAllRead(cache, partner, readAt);
  expect(read.messages.map((message) => message.readAt)).toEqual([readAt, null]);
  expect(hasUnread(read, partner)).toBe(false);
  expect(markAllRead(read, partner, new Date())).toBe(read);
});

const later = new Date(Date.UTC(2026, 4, 14, 13));
const quote = (sequence: number) => ({
  chatMessageId: sampleMessage(sequence).chatMessageId,
  userId: partner,
  kind: 'text' as const,
  excerpt: `message ${sequence}`,
  isDeleted: false,
});

test('a page that was read before an edit or a deletion does not take it back', () => {
  const [before, edited] = [
    sampleMessage(1),
    sampleMessage(1, { content: 'new', updatedAt: later, editedAt: later }),
  ];
  const cache = mergeMessages(emptyConversation, [edited]);
  expect(mergeMessages(cache, [before]).messages[0]?.content).toBe('new');
  // A local deletion keeps the message's updatedAt: the device's clock can differ from the server's.
  const deleted = mergeMessages(emptyConversation, [sampleMessage(1, { content: null, deletedAt: later })]);
  expect(mergeMessages(deleted, [before]).messages[0]?.content).toBeNull();
  const readLater = { ...before, updatedAt: later, readAt };
  expect(mergeMessages(cache, [readLater]).messages[0]?.readAt).toEqual(readAt);
});

test('the marks of a message stay when a change of it says nothing of them', () => {
  const read = mergeMessages(emptyConversation, [sampleMessage(1, { fromUserId: me, readAt })]);
  const edited = sampleMessage(1, { fromUserId: me, content: 'new', updatedAt: later, editedAt: later });
  expect(mergeMessage(read, edited).messages[0]).toMatchObject({ content: 'new', readAt });
});

test('quotes of a message follow its edit and its deletion, and other quotes do not', () => {
  const replies = [sampleMessage(3, { repliesTo: quote(1) }), sampleMessage(4, { repliesTo: quote(2) })];
  const cache = mergeMessages(emptyConversation, [sampleMessage(1), sampleMessage(2), ...replies]);
  const quotes = (of: typeof cache) => of.messages.flatMap(({ repliesTo }) => repliesTo ?? []);
  const long = `${'😀'.repeat(120)}cut`;
  const edited = mergeMessage(cache, sampleMessage(1, { content: long, updatedAt: later, editedAt: later }));
  expect(quotes(edited)).toEqual([{ ...quote(1), excerpt: '😀'.repeat(120) }, quote(2)]);
  const deleted = mergeMessage(
    edited,
    sampleMessage(1, { content: null, updatedAt: later, deletedAt: later }),
  );
  expect(quotes(deleted)).toEqual([{ ...quote(1), excerpt: '', isDeleted: true }, quote(2)]);
});

test('a change of a message before the oldest known leaves no gap, and still changes its quotes', () => {
  const cache = mergeMessages(emptyConversation, [
    sampleMessage(50, { repliesTo: quote(3) }),
    sampleMessage(51),
  ]);
  const changed = mergeMessage(cache, sampleMessage(3, { content: null, deletedAt: later }));
  expect(changed.messages.map(({ sequence }) => sequence)).toEqual([50, 51]);
  expect(changed.messages[0]?.repliesTo?.isDeleted).toBe(true);
});

test('a deleted message is not unread', () => {
  const deleted = sampleMessage(1, { content: null, deletedAt: later });
  expect(hasUnread(mergeMessages(emptyConversation, [deleted]), partner)).toBe(false);
  expect(firstUnread(mergeMessages(emptyConversation, [deleted, sampleMessage(2)]), partner)?.sequence).toBe(
    2,
  );
});
