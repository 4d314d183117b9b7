import { expect, test } from 'vitest';
import { me, partner, sampleMessage } from '#test/chat-samples';
import { createCorrectionPlaces } from './below-message';
import { conversationRows } from './conversation-rows';
import { rowOf } from './jump';

test('a quoted message is found in its own row, and a correction in the row of what it corrects', () => {
  const said = [sampleMessage(1, { fromUserId: me }), sampleMessage(2)];
  const corrects = { chatMessageId: sampleMessage(1).chatMessageId, kind: 'mistake' as const };
  const correction = sampleMessage(3, { fromUserId: partner, content: 'Corrected words', corrects });
  const rows = conversationRows({
    messages: [...said, correction],
    outgoing: [],
    userId: me,
    newFrom: null,
    now: new Date('2026-05-14T20:00:00.000Z'),
    createPlaces: createCorrectionPlaces,
  });
  const rowOfMessage = (sequence: number) => rowOf(rows, sampleMessage(sequence).chatMessageId);
  expect([1, 2, 3, 4].map(rowOfMessage)).toEqual([
    sampleMessage(1).chatMessageId,
    sampleMessage(2).chatMessageId,
    sampleMessage(1).chatMessageId,
    null,
  ]);
});
