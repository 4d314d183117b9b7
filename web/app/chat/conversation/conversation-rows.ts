import type { ChatMessage } from '@parlance/contract/chat';
import type { OutboxEntry } from '#chat/engine/chat-storage';
import { dayHeading, daysBetween } from '#chat/messages/message-text';
import type { Correction } from '#corrections/correction-card';

/** One line of a conversation on the screen. Its id stays the same when a message on its way has arrived. */
export type ConversationRow =
  | { kind: 'day'; id: string; floats: true; heading: string }
  | { kind: 'new-messages'; id: string; floats: true }
  | MessageRow
  | (SpokenRow & { kind: 'outgoing'; entry: OutboxEntry });

export interface MessageRow extends SpokenRow {
  kind: 'message';
  message: ChatMessage;
  isOwn: boolean;
  /** What corrects it, or corrects that in turn, in the order it came. */
  corrections?: Correction[];
  /** It is a correction that has changed nothing. */
  looksRight?: boolean;
}

export interface SpokenRow {
  id: string;
  floats?: never;
  /** Follows closely on another of the same person. */
  continues: boolean;
  /** Another of the same person follows closely. The gap belongs to the earlier row, so that older pages move nothing. */
  isFollowed: boolean;
}

export const newMessagesRowId = 'new-messages';

/** Puts corrections below what they correct while a conversation is laid out. */
export interface CorrectionPlaces {
  /** Takes a correction in where what it corrects is there; true where it then needs no row of its own. */
  take(message: ChatMessage, rows: ConversationRow[]): boolean;
  /** Corrections of this row's message stand below it. */
  open(row: MessageRow): void;
}

interface RowsInput {
  messages: ChatMessage[];
  outgoing: OutboxEntry[];
  userId: string;
  /** Where the line 'New messages' stands: above the message of this number. */
  newFrom: number | null;
  now: Date;
  /** Where corrections stand, once they can be shown below a message; until then each is a row like others. */
  createPlaces: ((newFrom: number | null) => CorrectionPlaces) | undefined;
}

// Messages that follow each other this closely stand together.
const togetherMs = 5 * 60_000;

/** An edit shows the new words while it waits and after a refusal; a message whose deletion was refused is there again. */
function shownChange(entry: OutboxEntry, message: ChatMessage): OutboxEntry {
  return entry.failure !== null && entry.changed?.deletedAt
    ? { ...entry, content: message.content, changed: message }
    : entry;
}

/** Lays a conversation out: days, the line above new messages, what was said, and at the end what is on its way. */
export function conversationRows(input: RowsInput): ConversationRow[] {
  const { messages, outgoing, userId, newFrom, now, createPlaces } = input;
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
  /** Joins a row to the one before it where they belong together. */
  const join = (at: Date, fromUserId: string): Pick<SpokenRow, 'continues' | 'isFollowed'> => {
    const last = rows.at(-1);
    const continues = before?.fromUserId === fromUserId && at.getTime() - before.at.getTime() < togetherMs;
    if (continues && last && 'isFollowed' in last) last.isFollowed = true;
    before = { at, fromUserId };
    return { continues, isFollowed: false };
  };

  const changes = new Map(outgoing.map((entry) => [entry.changed?.chatMessageId, entry]));
  const places = createPlaces?.(newFrom);
  for (const message of messages) {
    if (places?.take(message, rows)) continue;
    const { createdAt: at, fromUserId } = message;
    openDay(at);
    if (message.sequence === newFrom) {
      rows.push({ kind: 'new-messages', id: newMessagesRowId, floats: true });
      before = null;
    }
    const id = message.clientMessageId ?? message.chatMessageId;
    const change = changes.get(message.chatMessageId);
    if (change) {
      rows.push({ kind: 'outgoing', id, entry: shownChange(change, message), ...join(at, fromUserId) });
      continue;
    }
    const isOwn = fromUserId === userId;
    const row: MessageRow = { kind: 'message', id, message, isOwn, ...join(at, fromUserId) };
    rows.push(row);
    places?.open(row);
  }

  for (const entry of outgoing) {
    if (entry.changed) continue;
    // Acknowledged, and about to leave the outbox.
    if (messages.some(({ clientMessageId }) => clientMessageId === entry.clientMessageId)) continue;
    openDay(entry.createdAt);
    rows.push({ kind: 'outgoing', id: entry.clientMessageId, entry, ...join(entry.createdAt, userId) });
  }
  return rows;
}
