import { type ChatMessage, type MessageStatus, replyExcerptMaxLength } from '@parlance/contract/chat';

/** What is known of one conversation, oldest first, without a gap. */
export interface ConversationCache {
  messages: ChatMessage[];
  /** How many there are on the server, as far as we have heard. */
  count: number;
}

export const emptyConversation: ConversationCache = { messages: [], count: 0 };

const sequenceOf = (message: ChatMessage): number => message.sequence ?? 0;

/**
 * The same message seen twice: what has been delivered or read never goes back, nor does an edit or a deletion whose event
 * overtook a page that was read before it.
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
 * Whoever has read a message has read everything before it. The news of that may have been lost with a connection, and
 * catching up reads the newest page only: the marks of older messages follow from the newer ones.
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

/** Quotes of messages that were edited or deleted say what those say now. */
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

/** Takes messages in, whatever way and however often they came. The server's number decides the place. */
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

/** Takes an older page in, unless something would be missing between it and the known messages. */
export function joinOlder(cache: ConversationCache, page: ChatMessage[], count: number): ConversationCache {
  const [oldest] = cache.messages;
  const isJoined = oldest && page.some((message) => sequenceOf(message) === sequenceOf(oldest) - 1);
  return mergeMessages(cache, isJoined ? page : [], count);
}

/** Takes one message in. One before the oldest known, which was edited or deleted, would leave a gap: only its quotes change. */
export function mergeMessage(cache: ConversationCache, message: ChatMessage): ConversationCache {
  const [oldest] = cache.messages;
  return oldest && sequenceOf(message) < sequenceOf(oldest)
    ? { ...cache, messages: requote(cache.messages, [message]) }
    : mergeMessages(cache, [message]);
}

/** Marks own messages as delivered or read. */
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

/** Whether a page that was just read reaches down to what is known, so that nothing lies between. */
export function isConnected(cache: ConversationCache, page: ChatMessage[]): boolean {
  const newestKnown = cache.messages.at(-1);
  if (!newestKnown) return true;
  const oldestRead = page.at(-1);
  return !oldestRead || sequenceOf(oldestRead) <= sequenceOf(newestKnown) + 1;
}

/** Whether what was just read holds everything that is known, so that no edit or deletion was missed. */
export const coversKnown = (cache: ConversationCache, read: ConversationCache): boolean =>
  cache.messages.length === 0 ||
  (read.messages.length > 0 &&
    sequenceOf(read.messages[0] as ChatMessage) <= sequenceOf(cache.messages[0] as ChatMessage));

/** Whether a message that arrived alone would leave a gap before it: others were missed. */
export function leavesGap(cache: ConversationCache, message: ChatMessage): boolean {
  const newestKnown = cache.messages.at(-1);
  return sequenceOf(message) > (newestKnown ? sequenceOf(newestKnown) : 0) + 1;
}

/** What this person has just read, in one conversation. The server keeps its own time of it. */
export function markAllRead(cache: ConversationCache, partnerId: string, readAt: Date): ConversationCache {
  if (!hasUnread(cache, partnerId)) return cache;
  return {
    ...cache,
    messages: cache.messages.map((message) =>
      message.fromUserId === partnerId && message.readAt === null
        ? { ...message, deliveredAt: message.deliveredAt ?? readAt, readAt }
        : message,
    ),
  };
}

/** The first message of the partner that was not read yet; what was deleted does not count. */
export function firstUnread(cache: ConversationCache, partnerId: string): ChatMessage | null {
  return (
    cache.messages.find(
      ({ fromUserId, readAt, deletedAt }) => fromUserId === partnerId && readAt === null && !deletedAt,
    ) ?? null
  );
}

/**
 * Whether the first unread message is among the known ones, rather than on an older page. Reading goes from old to new,
 * so anything of the partner that was read lies before it.
 */
export const knowsFirstUnread = (cache: ConversationCache, partnerId: string): boolean =>
  olderOffset(cache) === null ||
  !hasUnread(cache, partnerId) ||
  cache.messages.some((message) => message.fromUserId === partnerId && message.readAt !== null);

/** Whether anything of the partner was not read yet. */
export const hasUnread = (cache: ConversationCache, partnerId: string): boolean =>
  firstUnread(cache, partnerId) !== null;

/** The offset of the page just before the oldest known message; null at the beginning of the conversation. */
export function olderOffset(cache: ConversationCache): number | null {
  const oldest = cache.messages[0];
  if (!oldest || sequenceOf(oldest) <= 1) return null;
  return cache.count - sequenceOf(oldest) + 1;
}
