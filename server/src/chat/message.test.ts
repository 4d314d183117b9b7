import { chatMessage } from '@parlance/contract/chat';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { toWire } from './message.ts';

const id = (digit: string) => `0190a0e0-0000-7000-8000-00000000000${digit}`;
const text = {
  chatMessageId: id('1'),
  fromUserId: id('2'),
  toUserId: id('3'),
  type: 'text' as const,
  content: 'Grüße 你好',
  audioUrl: null,
  durationMs: null,
  waveform: null,
  sequence: 7,
  clientMessageId: null,
  corrects: null,
  createdAt: new Date('2031-03-05T10:00:00.123Z'),
  updatedAt: new Date('2031-03-05T10:00:00.123Z'),
  deliveredAt: null,
  readAt: null,
};
const voice = {
  ...text,
  type: 'voice' as const,
  content: null,
  audioUrl: '/media/voice',
  durationMs: 1200,
  waveform: [0, 50, 100],
  clientMessageId: id('4'),
  updatedAt: new Date('2031-03-05T10:00:03.000Z'),
  deliveredAt: new Date('2031-03-05T10:00:01.000Z'),
  readAt: new Date('2031-03-05T10:00:02.000Z'),
};

const correction = {
  ...text,
  corrects: { chatMessageId: id('5'), kind: 'natural' as const, note: 'Shorter.' },
};

const deletedReply = {
  ...text,
  content: null,
  repliesTo: {
    ...{ chatMessageId: id('6'), userId: id('3'), kind: 'text' as const },
    ...{ excerpt: 'Hallo', isDeleted: false },
  },
  editedAt: new Date('2031-03-05T10:00:04.000Z'),
  deletedAt: new Date('2031-03-05T10:00:05.000Z'),
};

test.each([text, voice, correction, deletedReply])(
  'a message made ready by hand is what the contract makes of it: $type, $corrects',
  (message) => {
    expect(toWire(message)).toEqual(z.encode(chatMessage, message));
  },
);
