import { describe, expect, it } from 'vitest';
import {
  chatPageSizes,
  conversationTurnGoal,
  messageMaxLength,
  olderMessagesAtPx,
  outgoingText,
  popups,
  previewMaxLength,
  recordingConstraints,
  recordingFormats,
  recordingMaxMs,
  recordingTimesliceMs,
  sendTextMessage,
  turnsHideMs,
} from './chat.ts';
import { fromWire, isOnWire } from './wire.ts';

const userId = '018f0000-0000-7000-8000-000000000001';

describe('text messages (§5)', () => {
  it('are trimmed, and empty ones are refused', () => {
    expect(fromWire(sendTextMessage.payload, { content: '  Hola ' })).toEqual({ content: 'Hola' });
    expect(() => fromWire(sendTextMessage.payload, { content: ' \n\t' })).toThrow(
      expect.objectContaining({ fields: { content: 'Write a message first' } }),
    );
  });

  it('hold up to 4000 code points', () => {
    expect(isOnWire(sendTextMessage.payload, { content: '😀'.repeat(messageMaxLength) })).toBe(true);
    expect(isOnWire(sendTextMessage.payload, { content: 'x'.repeat(messageMaxLength + 1) })).toBe(false);
    expect(messageMaxLength).toBe(4000);
  });

  it('go to a uuid with content over the socket', () => {
    expect(isOnWire(outgoingText, { content: 'Hola', userId })).toBe(true);
    expect(isOnWire(outgoingText, { content: 'Hola', userId: 'ada' })).toBe(false);
    expect(isOnWire(outgoingText, { userId })).toBe(false);
  });
});

describe('constants of the conversation (§9)', () => {
  it('are the specified ones', () => {
    expect(chatPageSizes).toEqual({ messages: 50, chats: 10 });
    expect(olderMessagesAtPx).toBe(50);
    expect(previewMaxLength).toEqual({ list: 40, popup: 100 });
    expect(popups).toEqual({ max: 3, visibleMs: 5000, fadeMs: 300 });
    expect(conversationTurnGoal).toBe(10);
    expect(turnsHideMs).toBe(5000);
  });

  it('record as specified', () => {
    expect(recordingMaxMs).toBe(60_000);
    expect(recordingTimesliceMs).toBe(250);
    expect(recordingFormats).toEqual(['webm', 'mp4', 'ogg', 'wav', 'aac']);
    expect(recordingConstraints).toEqual({
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
      sampleRate: 48_000,
    });
  });
});
