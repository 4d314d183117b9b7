import type { ChatMessage, QuotedMessage } from '@parlance/contract/chat';
import { replyExcerptMaxLength } from '@parlance/contract/chat';
import { messageEditMs } from '@parlance/contract/chat-changes';

/** Whether its sender may edit a message: a text or a caption, for 15 minutes, unless it was deleted or corrected. */
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

/** A message as a reply to it quotes it. */
export function quoteOf({ chatMessageId, fromUserId, type, content, deletedAt }: ChatMessage): QuotedMessage {
  return {
    chatMessageId,
    userId: fromUserId,
    kind: type,
    excerpt: [...(content ?? '')].slice(0, replyExcerptMaxLength).join(''),
    isDeleted: !!deletedAt,
  };
}

/** What is left of a message once it is deleted. It keeps the time of its last change: the server has a clock of its own. */
export const tombstoneOf = (message: ChatMessage, deletedAt: Date): ChatMessage => ({
  ...message,
  ...{ content: null, audioUrl: null, durationMs: null, waveform: null, picture: null },
  ...{ corrects: null, repliesTo: null, deletedAt },
});
