import type { ChatMessage } from '@parlance/contract/chat';

export const me = '00000000-0000-7000-8000-00000000000a';
export const partner = '00000000-0000-7000-8000-00000000000b';

/** A message for tests with the given sequence number, from the partner by default. */
export function sampleMessage(sequence: number, changes: Partial<ChatMessage> = {}): ChatMessage {
  const createdAt = new Date(Date.UTC(2026, 4, 14, 12, 0, sequence));
  const fromUserId = changes.fromUserId ?? partner;
  return {
    chatMessageId: `00000000-0000-7000-8000-${String(sequence).padStart(12, '0')}`,
    audioUrl: null,
    content: `message ${sequence}`,
    createdAt,
    updatedAt: createdAt,
    deliveredAt: null,
    readAt: null,
    fromUserId,
    toUserId: fromUserId === me ? partner : me,
    type: 'text',
    sequence,
    clientMessageId: null,
    ...changes,
  };
}

export const sampleMessages = (from: number, to: number): ChatMessage[] =>
  Array.from({ length: to - from + 1 }, (_, index) => sampleMessage(from + index));
