import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { ownUserId, render } from '#test/browser/render';
import { sampleMessage } from '#test/chat-samples';
import { deleteChatStorage, type OutboxEntry, openChatStorage } from './engine/chat-storage';
import { KeptMessages } from './kept-messages';

const memberId = '00000000-0000-7000-8000-000000007701';
const audio = { bytes: new ArrayBuffer(1), type: 'audio/webm', durationMs: 7000, waveform: [] };
const picture = { bytes: new ArrayBuffer(1), type: 'image/png', width: 1, height: 1 };
const entry = (clientMessageId: string, changes: Partial<OutboxEntry> = {}): OutboxEntry => ({
  clientMessageId,
  partnerId: memberId,
  createdAt: new Date(),
  content: null,
  audio: null,
  failure: null,
  ...changes,
});

test('offline, what waits and what was begun is listed by what it is', async () => {
  const storage = await openChatStorage(memberId);
  onTestFinished(async () => {
    storage.close();
    await deleteChatStorage(memberId);
  });
  const add = (one: OutboxEntry) => storage.add(one, { isFromDraft: false });
  await add(entry('5', { content: 'Hello' }));
  await add(entry('4', { audio }));
  await add(entry('3', { picture }));
  await add(entry('2', { picture, content: 'The sea' }));
  await add(entry('1', { changed: sampleMessage(1, { deletedAt: new Date(), content: null }) }));
  await storage.writeDraft('a', { text: 'Half a sentence', audio: null });
  await storage.writeDraft('b', { text: '', audio });
  await storage.writeDraft('c', { text: '', audio: null, pictures: [picture] });
  // The id of every session of these tests.
  await storage.claim(ownUserId);
  render(<KeptMessages />);
  const lines = (name: string) =>
    page
      .getByRole('region', { name })
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent);
  await expect
    .poll(() => lines('Waiting to be sent'))
    .toEqual(['Hello', 'Voice message, 0:07', 'Picture', 'The sea', 'Message deleted']);
  expect(lines('Drafts')).toEqual(['Half a sentence', 'Voice message, 0:07', 'Picture']);
});
