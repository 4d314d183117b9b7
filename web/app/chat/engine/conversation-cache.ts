import { type ChatMessage, type MessageStatus, replyExcerptMaxLength } from '@parlance/contract/chat';

/** Cached messages of one conversation, oldest first, without a gap. */
export interface ConversationCache {
  messages: ChatMessage[];
  /** Last known number of messages on the server. */
  count: number;
  /** The member has not answered a request yet: nothing is marked as read. Merged messages come by events, which requests do not have. */
  isRequest?: boolean | undefined;
}

export const emptyConversation: ConversationCache = { messages: [], count: 0 };

const sequenceOf = (message: ChatMessage): number => message.sequence ?? 0;

/**
 * Merges two versions of a message. Delivery and read marks never regress, nor does an edit or deletion whose event arrived before a stale
 * page.
 */
function newer(known: ChatMessage, seen: ChatMessage): ChatMessage {
  const isStale = (known.deletedAt && !seen.deletedAt) || known.updatedAt > seen.updatedAt;
  return {
    ...(isStale ? known : seen),
    deliveredAt: known.deliveredAt ?? seen.deliveredAt,
    readAt: known.readAt ?? seen.readAt,
  };
}

/**
 * Reading a message implies reading all earlier ones. Read events can be lost and a catch-up fetches only the newest page, so older marks
 * are derived from newer ones.
 */
function fillReadMarks(messages: ChatMessage[]): ChatMessage[] {
  const readLater = new Map<string, Date>();
  return messages
    .toReversed()
    .map((message) => {
      const readAt = message.readAt ?? readLater.get(message.fromUserId);
      if (readAt === undefined) return message;
      readLater.set(message.fromUserId, readAt);
      return message.readAt ? message : { ...message, deliveredAt: message.deliveredAt ?? readAt, readAt };
    })
    .toReversed();
}

/** Updates the quotes of messages that were edited or deleted. */
function requote(messages: ChatMessage[], seen: ChatMessage[]): ChatMessage[] {
  const changed = new Map(
    seen.flatMap((one) => (one.editedAt || one.deletedAt ? [[one.chatMessageId, one] as const] : [])),
  );
  if (changed.size === 0) return messages;
  return messages.map((message) => {
    const quoted = message.repliesTo && changed.get(message.repliesTo.chatMessageId);
    if (!quoted) return message;
    const excerpt = [...(quoted.content ?? '')].slice(0, replyExcerptMaxLength).join('');
    return { ...message, repliesTo: { ...message.repliesTo, excerpt, isDeleted: !!quoted.deletedAt } };
  }) as ChatMessage[];
}

/** Merges messages in any order, with duplicates; the server's sequence number decides the position. */
export function mergeMessages(
  cache: ConversationCache,
  seen: ChatMessage[],
  count = cache.count,
): ConversationCache {
  const byId = new Map(cache.messages.map((message) => [message.chatMessageId, message]));
  for (const message of seen) {
    const known = byId.get(message.chatMessageId);
    byId.set(message.chatMessageId, known ? newer(known, message) : message);
  }
  const sorted = [...byId.values()].toSorted((one, other) => sequenceOf(one) - sequenceOf(other));
  const messages = requote(fillReadMarks(sorted), seen);
  const last = messages.at(-1);
  return { messages, count: Math.max(count, last ? sequenceOf(last) : 0) };
}

/** Merges an older page unless that leaves a gap before the cached messages. */
export function joinOlder(cache: ConversationCache, page: ChatMessage[], count: number): ConversationCache {
  const [oldest] = cache.messages;
  const isJoined = oldest && page.some((message) => sequenceOf(message) === sequenceOf(oldest) - 1);
  return mergeMessages(cache, isJoined ? page : [], count);
}

/** Merges one message. One older than the cache would leave a gap, so it only updates quotes. */
export function mergeMessage(cache: ConversationCache, message: ChatMessage): ConversationCache {
  const [oldest] = cache.messages;
  return oldest && sequenceOf(message) < sequenceOf(oldest)
    ? { ...cache, messages: requote(cache.messages, [message]) }
    : mergeMessages(cache, [message]);
}

export function applyStatus(cache: ConversationCache, status: MessageStatus): ConversationCache {
  const ids = new Set(status.chatMessageIds);
  const messages = cache.messages.map((message) =>
    ids.has(message.chatMessageId)
      ? {
          ...message,
          deliveredAt: message.deliveredAt ?? status.deliveredAt,
          readAt: message.readAt ?? status.readAt,
        }
      : message,
  );
  return { ...cache, messages: fillReadMarks(messages) };
}

/** Whether a fetched page reaches the cached messages without a gap. */
export function isConnected(cache: ConversationCache, page: ChatMessage[]): boolean {
  const newestKnown = cache.messages.at(-1);
  if (!newestKnown) return true;
  const oldestRead = page.at(-1);
  return !oldestRead || sequenceOf(oldestRead) <= sequenceOf(newestKnown) + 1;
}

/** Whether the fetched messages cover all cached ones, so that no edit or deletion is missed. */
export const coversKnown = (cache: ConversationCache, read: ConversationCache): boolean =>
  cache.messages.length === 0 ||
  (read.messages.length > 0 &&
    sequenceOf(read.messages[0] as ChatMessage) <= sequenceOf(cache.messages[0] as ChatMessage));

/** Whether a single new message would leave a gap before it. */
export function leavesGap(cache: ConversationCache, message: ChatMessage): boolean {
  const newestKnown = cache.messages.at(-1);
  return sequenceOf(message) > (newestKnown ? sequenceOf(newestKnown) : 0) + 1;
}

/** Marks the partner's messages, up to a sequence number, as read locally; the server sets its own time. */
export function markAllRead(
  cache: ConversationCache,
  partnerId: string,
  readAt: Date,
  upTo = Number.POSITIVE_INFINITY,
): ConversationCache {
  if (!hasUnread(cache, partnerId)) return cache;
  return {
    ...cache,
    messages: cache.messages.map((message) =>
      message.fromUserId === partnerId && message.readAt === null && sequenceOf(message) <= upTo
        ? { ...message, deliveredAt: message.deliveredAt ?? readAt, readAt }
        : message,
    ),
  };
}

/** The partner's first unread message, ignoring deleted ones. */
export function firstUnread(cache: ConversationCache, partnerId: string): ChatMessage | null {
  return (
    cache.messages.find(
      ({ fromUserId, readAt, deletedAt }) => fromUserId === partnerId && readAt === null && !deletedAt,
    ) ?? null
  );
}

/** Whether the first unread message is cached rather than on an older page. Messages are read in order, so a read one precedes it. */
export const knowsFirstUnread = (cache: ConversationCache, partnerId: string): boolean =>
  olderOffset(cache) === null ||
  !hasUnread(cache, partnerId) ||
  cache.messages.some((message) => message.fromUserId === partnerId && message.readAt !== null);

export const hasUnread = (cache: ConversationCache, partnerId: string): boolean =>
  firstUnread(cache, partnerId) !== null;

/** Offset of the page before the oldest cached message; null at the start of the conversation. */
export function olderOffset(cache: ConversationCache): number | null {
  const oldest = cache.messages[0];
  if (!oldest || sequenceOf(oldest) <= 1) return null;
  return cache.count - sequenceOf(oldest) + 1;
}
