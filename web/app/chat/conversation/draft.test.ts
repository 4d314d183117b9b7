import { expect, test } from 'vitest';
import type { Draft, KeptAudio } from '#chat/engine/chat-storage';
import { me, sampleMessage } from '#test/chat-samples';
import { createDraft } from './draft';
import { beginEdit, cancelEdit, replyTo } from './draft-target';
import { quoteOf } from './message-rules';

const audio: KeptAudio = { bytes: new ArrayBuffer(4), type: 'audio/webm', durationMs: 900, waveform: [1] };

/** Storage stub that answers on request. */
function createScene(kept: Draft | null) {
  const written: (Draft | null)[] = [];
  const answer = Promise.withResolvers<void>();
  const draft = createDraft({
    async read() {
      await answer.promise;
      return kept;
    },
    async write(now) {
      written.push(now);
    },
    onFault: (error) => {
      throw error;
    },
  });
  const restored = draft.restore();
  const finish = async () => {
    answer.resolve();
    await restored;
  };
  return { draft, written, finish };
}

test('what was kept is shown, text and recording', async () => {
  const { draft, written, finish } = createScene({ text: 'half a sent', audio });
  await finish();
  expect(draft.getState()).toEqual({ text: 'half a sent', keptAudio: audio });
  expect(written).toEqual([]);
});

test('typing faster than the storage answers loses no text', async () => {
  const { draft, written, finish } = createScene({ text: 'from yesterday', audio: null });
  draft.set({ text: 'fre' });
  await finish();
  expect(draft.getState().text).toBe('fre');
  draft.set({ text: 'fresh' });
  expect(draft.getState().text).toBe('fresh');
  await expect.poll(() => written.at(-1)).toEqual({ text: 'fresh', audio: null });
});

test('text that was written and taken back before the storage answers stays away', async () => {
  const { draft, finish } = createScene({ text: 'from yesterday', audio: null });
  draft.set({ text: 'x' });
  draft.set({ text: '' });
  await finish();
  expect(draft.getState().text).toBe('');
});

test('a recording made faster than the storage answers is not replaced by an old one', async () => {
  const { draft, written, finish } = createScene({ text: 'old', audio: { ...audio, durationMs: 1 } });
  draft.setAudio(audio);
  await finish();
  expect(draft.getState()).toEqual({ text: '', keptAudio: null });
  await expect.poll(() => written.at(-1)).toEqual({ text: '', audio });
});

test('a stroke keeps the recording that was there, and the other way round', async () => {
  const { draft, written, finish } = createScene({ text: 'words', audio });
  await finish();
  draft.set({ text: 'more words' });
  await expect.poll(() => written.at(-1)).toEqual({ text: 'more words', audio });
  draft.setAudio(null);
  await expect.poll(() => written.at(-1)).toEqual({ text: 'more words', audio: null });
});

test('an empty draft is deleted', async () => {
  const { draft, written, finish } = createScene({ text: 'words', audio: null });
  await finish();
  draft.set({ text: '' });
  await expect.poll(() => written).toEqual([null]);
});

const message = sampleMessage(1, { fromUserId: me, content: 'sent befor' });

test('what is replied to is part of the draft until it is sent or cancelled', async () => {
  const repliesTo = quoteOf(sampleMessage(2));
  const { draft, written, finish } = createScene({ text: '', audio: null, repliesTo });
  await finish();
  expect(draft.getState().repliesTo).toEqual(repliesTo);
  draft.set({ text: 'so' });
  await expect.poll(() => written.at(-1)).toEqual({ text: 'so', audio: null, repliesTo });
  draft.set({ text: '' });
  await expect.poll(() => written.at(-1)).toEqual({ text: '', audio: null, repliesTo });
  draft.set({ repliesTo: undefined });
  await expect.poll(() => written.at(-1)).toBeNull();
});

test('an edit sets what was typed aside, is part of the draft, and gives it back', async () => {
  const { draft, written, finish } = createScene({ text: 'half a sent', audio: null });
  await finish();
  beginEdit(draft, message);
  expect(draft.getState().text).toBe('sent befor');
  draft.set({ text: 'sent before' });
  const edits = { message, before: 'half a sent' };
  await expect.poll(() => written.at(-1)).toEqual({ text: 'sent before', audio: null, edits });
  cancelEdit(draft);
  expect(draft.getState()).toMatchObject({ text: 'half a sent', edits: undefined });
});

test('what has no words of its own is no empty draft: an edit with an emptied field, and pictures', async () => {
  const { draft, written, finish } = createScene({ text: 'half', audio: null });
  await finish();
  beginEdit(draft, message);
  draft.set({ text: '' });
  await expect.poll(() => written.at(-1)).toMatchObject({ text: '', edits: { before: 'half' } });
  cancelEdit(draft);
  const pictures = [{ bytes: new ArrayBuffer(1), type: 'image/png', width: 1, height: 1 }];
  draft.set({ text: '', pictures });
  await expect.poll(() => written.at(-1)).toMatchObject({ text: '', pictures });
});

test('an edit or a reply that begins during an edit keeps what was typed before both', async () => {
  const { draft, finish } = createScene({ text: 'half', audio: null });
  await finish();
  beginEdit(draft, message);
  beginEdit(draft, sampleMessage(2, { fromUserId: me }));
  expect(draft.getState().edits?.before).toBe('half');
  replyTo(draft, sampleMessage(3));
  expect(draft.getState()).toMatchObject({ text: 'half', edits: undefined });
  expect(draft.getState().repliesTo?.chatMessageId).toBe(sampleMessage(3).chatMessageId);
});
