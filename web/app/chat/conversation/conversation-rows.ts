import type { ChatMessage } from '@parlance/contract/chat';
import type { OutboxEntry } from '#chat/chat-storage';
import { dayHeading, daysBetween } from '#chat/chat-times';

/** One line of a conversation on the screen. Its id stays the same when a message on its way has arrived. */
export type ConversationRow =
  | { kind: 'day'; id: string; floats: true; heading: string }
  | { kind: 'new-messages'; id: string; floats: true }
  | { kind: 'message'; id: string; floats?: never; message: ChatMessage; isOwn: boolean; continues: boolean }
  | { kind: 'outgoing'; id: string; floats?: never; entry: OutboxEntry; continues: boolean };

export const newMessagesRowId = 'new-messages';

interface RowsInput {
  messages: ChatMessage[];
  outgoing: OutboxEntry[];
  userId: string;
  /** Where the line 'New messages' stands: above the message of this number. */
  newFrom: number | null;
  now: Date;
}

// Messages that follow each other this closely stand together.
const togetherMs = 5 * 60_000;

/** Lays a conversation out: days, the line above new messages, what was said, and at the end what is on its way. */
export function conversationRows({ messages, outgoing, userId, newFrom, now }: RowsInput): ConversationRow[] {
  const rows: ConversationRow[] = [];
  let before: { at: Date; fromUserId: string } | null = null;

  const openDay = (at: Date): void => {
    if (before && daysBetween(before.at, at) <= 0) return;
    rows.push({
      kind: 'day',
      floats: true,
      id: `day-${at.getFullYear()}-${at.getMonth()}-${at.getDate()}`,
      heading: dayHeading(at, now),
    });
    before = null;
  };
  const continues = (at: Date, fromUserId: string): boolean =>
    before?.fromUserId === fromUserId && at.getTime() - before.at.getTime() < togetherMs;

  for (const message of messages) {
    const { createdAt: at, fromUserId } = message;
    openDay(at);
    if (newFrom !== null && message.sequence === newFrom) {
      rows.push({ kind: 'new-messages', id: newMessagesRowId, floats: true });
      before = null;
    }
    const id = message.clientMessageId ?? message.chatMessageId;
    const isOwn = fromUserId === userId;
    rows.push({ kind: 'message', id, message, isOwn, continues: continues(at, fromUserId) });
    before = { at, fromUserId };
  }

  if (outgoing.length === 0) return rows;
  const arrived = new Set(messages.map((message) => message.clientMessageId));
  for (const entry of outgoing) {
    // Acknowledged, and about to leave the outbox.
    if (arrived.has(entry.clientMessageId)) continue;
    openDay(entry.createdAt);
    rows.push({
      kind: 'outgoing',
      id: entry.clientMessageId,
      entry,
      continues: continues(entry.createdAt, userId),
    });
    before = { at: entry.createdAt, fromUserId: userId };
  }
  return rows;
}
