import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleMessage } from '#test/chat-samples';
import {
  type ChatStorage,
  createMemoryStorage,
  deleteChatStorage,
  deleteStorageOfOthers,
  type OutboxEntry,
  openChatStorage,
  readKeptOf,
} from './chat-storage';

const members = ['member-1', 'member-2'];
const opened: ChatStorage[] = [];
const open = async (userId = 'member-1') => {
  const storage = await openChatStorage(userId);
  opened.push(storage);
  return storage;
};
const namesOf = async () =>
  (await indexedDB.databases()).flatMap(({ name }) => (name?.includes('member-') ? [name] : [])).toSorted();

const entry = (clientMessageId: string, changes: Partial<OutboxEntry> = {}): OutboxEntry => ({
  clientMessageId,
  partnerId: 'ben',
  createdAt: new Date('2026-05-14T12:00:00Z'),
  content: clientMessageId,
  audio: null,
  failure: null,
  ...changes,
});

const forget = async () => {
  for (const storage of opened.splice(0)) storage.close();
  for (const userId of members) await deleteChatStorage(userId);
};
beforeEach(forget);
afterEach(forget);

test.each([
  ['the database of the browser', open],
  ['the memory, where that is blocked', async () => createMemoryStorage()],
])('%s keeps messages once, in the order of writing, with their marks and drafts', async (_which, begin) => {
  const storage = await begin();
  const ids = async () => (await storage.entries()).map(({ clientMessageId }) => clientMessageId);
  await storage.writeDraft('ben', { text: 'Hel', audio: null });
  await storage.writeDraft('cleo', { text: 'Hi', audio: null });
  await storage.add(entry('z', { changed: sampleMessage(1) }), { isFromDraft: false });
  expect(await storage.readDraft('ben')).toEqual({ text: 'Hel', audio: null });
  await storage.add(entry('a'), { isFromDraft: true });
  expect(await storage.readDraft('ben')).toBeNull();
  expect(await storage.readDraft('cleo')).toEqual({ text: 'Hi', audio: null });
  await storage.add(entry('m'), { isFromDraft: false });
  await storage.writeDraft('ben', { text: 'again', audio: null });
  // The answer to the first attempt was lost: the same message once more, as the page knows it.
  await storage.add(entry('z', { content: 'other words' }), { isFromDraft: true });
  expect(await storage.readDraft('ben')).toBeNull();
  expect(await ids()).toEqual(['z', 'a', 'm']);
  const heldUntil = new Date('2026-05-14T13:00:00Z');
  await storage.mark('z', { failure: null, heldUntil });
  await storage.mark('a', { failure: 'No.', heldUntil: null });
  await storage.mark('gone', { failure: 'No.', heldUntil: null });
  expect(await storage.entries()).toMatchObject([
    { content: 'z', partnerId: 'ben', failure: null, heldUntil, changed: { sequence: 1 } },
    { content: 'a', failure: 'No.', heldUntil: null },
    { content: 'm', failure: null },
  ]);
  await storage.remove('a');
  await storage.remove('gone');
  expect(await ids()).toEqual(['z', 'm']);
  await storage.writeDraft('cleo', null);
  expect(await storage.readDraft('cleo')).toBeNull();
});

test('what is kept is there again after a reload, and only that of the own member', async () => {
  const before = await open();
  await before.add(entry('1'), { isFromDraft: false });
  before.close();
  expect((await (await open()).entries()).map(({ content }) => content)).toEqual(['1']);
  expect(await (await open('member-2')).entries()).toEqual([]);
});

test('without the server, what is kept is found by the session it belongs to', async () => {
  const [one, two] = [await open(), await open('member-2')];
  await one.claim('session-1');
  await two.claim('session-2');
  await one.add(entry('1'), { isFromDraft: false });
  await two.add(entry('2', { changed: sampleMessage(2) }), { isFromDraft: false });
  await two.writeDraft('ben', { text: 'draft of two', audio: null });
  const kept = await readKeptOf('session-2');
  expect(kept.entries).toMatchObject([{ clientMessageId: '2', content: '2' }]);
  expect(kept.drafts).toEqual([{ text: 'draft of two', audio: null }]);
  expect(await readKeptOf('session-3')).toEqual({ entries: [], drafts: [] });
  await one.claim('session-3');
  expect((await readKeptOf('session-3')).entries).toMatchObject([{ content: '1' }]);
  expect((await readKeptOf('session-1')).entries).toEqual([]);
});

test('another tab does not hold up the deletion at sign-out, and others lose their data at the next sign-in', async () => {
  const storage = await open();
  await storage.add(entry('1'), { isFromDraft: false });
  await open('member-2');
  expect(await namesOf()).toEqual(['parlance-chat-member-1', 'parlance-chat-member-2']);
  await deleteStorageOfOthers('member-2');
  expect(await namesOf()).toEqual(['parlance-chat-member-2']);
  // The other tab is open: a retry that is due there finds nothing to send and reports no fault.
  await expect(storage.entries()).resolves.toEqual([]);
  await expect(storage.add(entry('2'), { isFromDraft: false })).rejects.toThrow();
  await deleteChatStorage('member-2');
  expect(await namesOf()).toEqual([]);
});
