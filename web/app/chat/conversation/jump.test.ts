import { expect, test } from 'vitest';
import type { OutboxEntry } from '#chat/engine/chat-storage';
import { me, partner, sampleMessage } from '#test/chat-samples';
import { createCorrectionPlaces } from './below-message';
import { conversationRows } from './conversation-rows';
import { rowOf } from './jump';

test('a quoted message is found in its own row, also while its edit waits, and a correction in the row of what it corrects', () => {
  const said = [sampleMessage(1, { fromUserId: me }), sampleMessage(2)];
  const corrects = { chatMessageId: sampleMessage(1).chatMessageId, kind: 'mistake' as const };
  const correction = sampleMessage(3, { fromUserId: partner, content: 'Corrected words', corrects });
  const edited = sampleMessage(5, { fromUserId: me });
  const edit: OutboxEntry = {
    clientMessageId: 'edit',
    partnerId: partner,
    createdAt: new Date(),
    content: 'Edited words',
    audio: null,
    failure: null,
    changed: { ...edited, content: 'Edited words' },
  };
  const rows = conversationRows({
    messages: [...said, correction, edited],
    outgoing: [edit],
    userId: me,
    newFrom: null,
    now: new Date('2026-05-14T20:00:00.000Z'),
    createPlaces: createCorrectionPlaces,
  });
  const rowOfMessage = (sequence: number) => rowOf(rows, sampleMessage(sequence).chatMessageId);
  expect([1, 2, 3, 4, 5].map(rowOfMessage)).toEqual([
    sampleMessage(1).chatMessageId,
    sampleMessage(2).chatMessageId,
    sampleMessage(1).chatMessageId,
    null,
    edited.chatMessageId,
  ]);
});
