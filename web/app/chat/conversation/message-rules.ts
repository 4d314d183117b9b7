import type { ChatMessage, QuotedMessage } from '@parlance/contract/chat';
import { replyExcerptMaxLength } from '@parlance/contract/chat';
import { messageEditMs } from '@parlance/contract/chat-changes';

/** Whether the sender can edit a message: text or caption, within `messageEditMs`, neither deleted nor corrected. */
export function canEdit(
  message: ChatMessage,
  { userId, messages, now }: { userId: string; messages: readonly ChatMessage[]; now: Date },
): boolean {
  const { chatMessageId, fromUserId, createdAt, deletedAt, type } = message;
  return (
    fromUserId === userId &&
    !deletedAt &&
    type !== 'voice' &&
    now.getTime() - createdAt.getTime() <= messageEditMs &&
    !messages.some(({ corrects }) => corrects?.chatMessageId === chatMessageId)
  );
}

/** Quote of a message, as a reply contains it. */
export function quoteOf({ chatMessageId, fromUserId, type, content, deletedAt }: ChatMessage): QuotedMessage {
  return {
    chatMessageId,
    userId: fromUserId,
    kind: type,
    excerpt: [...(content ?? '')].slice(0, replyExcerptMaxLength).join(''),
    isDeleted: !!deletedAt,
  };
}

/** Tombstone of a deleted message. It keeps the old updatedAt: the device's clock can differ from the server's. */
export const tombstoneOf = (message: ChatMessage, deletedAt: Date): ChatMessage => ({
  ...message,
  ...{ content: null, audioUrl: null, durationMs: null, waveform: null, picture: null },
  ...{ corrects: null, repliesTo: null, deletedAt },
});
