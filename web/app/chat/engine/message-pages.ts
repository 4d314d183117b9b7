import type { Calls } from '@parlance/client/http';
import { type ChatMessage, chatPageSizes } from '@parlance/contract/chat';
import {
  type ConversationCache,
  emptyConversation,
  joinOlder,
  mergeMessages,
  olderOffset,
} from './conversation-cache';

/** Where the known part of a conversation is kept. */
export interface MessagePagesPorts {
  calls: Calls;
  read(partnerId: string): ConversationCache | undefined;
  update(partnerId: string, change: (known: ConversationCache) => ConversationCache): void;
}

/** Reads more of a conversation than its newest part. */
export interface MessagePages {
  /** Reads the page before the oldest known message. */
  loadOlder(partnerId: string): Promise<void>;
  /** Reads one message again: the address of a recording is good for an hour only. */
  reloadMessage(partnerId: string, message: ChatMessage): Promise<ChatMessage | null>;
}

// Pages move while messages arrive, never as fast as this for long.
const olderAttemptsMax = 3;

export function createMessagePages({ calls, read, update }: MessagePagesPorts): MessagePages {
  return {
    async loadOlder(partnerId) {
      for (let attempt = 0; attempt < olderAttemptsMax; attempt++) {
        const offset = olderOffset(read(partnerId) ?? emptyConversation);
        if (offset === null) return;
        const page = await calls.listMessages({ userId: partnerId, limit: chatPageSizes.messages, offset });
        const before = read(partnerId)?.messages.length;
        update(partnerId, (now) => joinOlder(now, page.messages, page.count));
        if (read(partnerId)?.messages.length !== before) return;
        // What was missed meanwhile has moved the pages; by how much is known now.
      }
      throw new Error('the pages of this conversation move too fast');
    },
    async reloadMessage(partnerId, message) {
      const count = read(partnerId)?.count ?? 0;
      const offset = Math.max(0, count - (message.sequence ?? count));
      const { messages } = await calls.listMessages({ userId: partnerId, limit: 1, offset });
      update(partnerId, (now) => mergeMessages(now, messages));
      return messages.find(({ chatMessageId }) => chatMessageId === message.chatMessageId) ?? null;
    },
  };
}
