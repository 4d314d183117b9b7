import { expect, test } from 'vitest';
import { me, partner, sampleMessage } from '#test/chat-samples';
import type { OutboxEntry } from './chat-storage';
import { fromStored, toStored } from './stored-entry';

const text: OutboxEntry = {
  clientMessageId: 'id',
  partnerId: partner,
  createdAt: new Date(),
  content: 'words',
  audio: null,
  failure: null,
};
const own = sampleMessage(1, { fromUserId: me });
const repliesTo = {
  chatMessageId: own.chatMessageId,
  userId: partner,
  kind: 'text',
  excerpt: '',
  isDeleted: false,
} as const;
const picture = { bytes: new ArrayBuffer(1), type: 'image/webp', width: 1, height: 1 };
const newer: [string, OutboxEntry][] = [
  ['an edit', { ...text, changed: own }],
  ['a deletion', { ...text, content: null, changed: { ...own, deletedAt: new Date() } }],
  ['a picture', { ...text, picture }],
  ['a reply', { ...text, repliesTo }],
];

/** 1.0.0 sends the stored entries of a partner that have no failure. */
const isSentByFirstRelease = (stored: object): boolean => {
  const { failure, partnerId } = stored as OutboxEntry;
  return failure === null && partnerId === partner;
};

test.each(newer)('%s is stored so that a tab of 1.0.0 neither sends nor shows it', (_kind, entry) => {
  const stored = toStored(entry);
  expect(isSentByFirstRelease(stored)).toBe(false);
  expect(stored).toMatchObject({ clientMessageId: 'id', partnerId: '', content: null, audio: null });
  expect(fromStored(stored)).toEqual(entry);
});

test('a text and a recording are stored as 1.0.0 stores them, so that either tab sends them', () => {
  const audio = { bytes: new ArrayBuffer(1), type: 'audio/webm', durationMs: 1000, waveform: [] };
  for (const entry of [text, { ...text, content: null, audio }]) {
    expect(isSentByFirstRelease(toStored(entry))).toBe(true);
    expect(fromStored(toStored(entry))).toEqual(entry);
  }
});
