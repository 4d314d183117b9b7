import { describe, expect, it } from 'vitest';
import { outgoingText, reportMessage, sendTextMessage } from './chat.ts';
import { fromWire, isOnWire } from './wire.ts';

const userId = '018f0000-0000-7000-8000-000000000001';

// Rules: docs/specification/chat.md#sending
describe('text messages', () => {
  it('are trimmed, and empty ones are refused', () => {
    expect(fromWire(sendTextMessage.payload, { content: '  Hola ' })).toEqual({ content: 'Hola' });
    expect(() => fromWire(sendTextMessage.payload, { content: ' \n\t' })).toThrow(
      expect.objectContaining({ fields: { content: 'Write a message first' } }),
    );
  });

  it('hold up to 4000 code points', () => {
    expect(isOnWire(sendTextMessage.payload, { content: '😀'.repeat(4000) })).toBe(true);
    expect(isOnWire(sendTextMessage.payload, { content: 'x'.repeat(4001) })).toBe(false);
    expect(() => fromWire(outgoingText, { userId, content: '😀'.repeat(4001) })).toThrow(
      expect.objectContaining({ fields: { content: 'Must have at most 4000 characters' } }),
    );
  });

  it('hold up to 5000 code points as a correction, and its note up to 500', () => {
    const corrects = { chatMessageId: userId, kind: 'mistake' };
    const takes = (length: number, note = '') =>
      isOnWire(sendTextMessage.payload, { content: '😀'.repeat(length), corrects: { ...corrects, note } });
    expect([takes(5000), takes(5001)]).toEqual([true, false]);
    expect([takes(1, 'x'.repeat(500)), takes(1, 'x'.repeat(501))]).toEqual([true, false]);
  });

  it('go to a uuid with content over the socket', () => {
    expect(isOnWire(outgoingText, { content: 'Hola', userId })).toBe(true);
    expect(isOnWire(outgoingText, { content: 'Hola', userId: 'ada' })).toBe(false);
    expect(isOnWire(outgoingText, { userId })).toBe(false);
  });
});

// Rules: docs/specification/chat.md#reports
describe('reports', () => {
  it('say in up to 1000 characters what is wrong, or nothing', () => {
    expect(fromWire(reportMessage.payload, {})).toEqual({});
    expect(isOnWire(reportMessage.payload, { reason: 'spam', text: 'x'.repeat(1000) })).toBe(true);
    expect(isOnWire(reportMessage.payload, { text: 'x'.repeat(1001) })).toBe(false);
    expect(isOnWire(reportMessage.payload, { reason: 'boredom' })).toBe(false);
  });
});
