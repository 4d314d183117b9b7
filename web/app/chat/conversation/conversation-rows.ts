import type { ChatMessage } from '@parlance/contract/chat';
import type { OutboxEntry } from '#chat/engine/chat-storage';
import { dayHeading, daysBetween } from '#chat/messages/message-text';
import type { Correction } from '#corrections/correction-card';

/** One row of a conversation. The id is stable when an outgoing message is acknowledged. */
export type ConversationRow =
  | { kind: 'day'; id: string; floats: true; heading: string }
  | { kind: 'new-messages'; id: string; floats: true }
  | MessageRow
  | (SpokenRow & { kind: 'outgoing'; entry: OutboxEntry });

export interface MessageRow extends SpokenRow {
  kind: 'message';
  message: ChatMessage;
  isOwn: boolean;
  /** Corrections of the message and corrections of those, in order of arrival. */
  corrections?: Correction[];
  /** The correction confirms the text without changes. */
  looksRight?: boolean;
}

export interface SpokenRow {
  id: string;
  floats?: never;
  /** Follows closely on a message of the same sender. */
  continues: boolean;
  /** A message of the same sender follows closely. The earlier row owns the gap, so loading older pages shifts nothing. */
  isFollowed: boolean;
}

export const newMessagesRowId = 'new-messages';

/** Places corrections below their messages during layout. */
export interface CorrectionPlaces {
  /** Attaches a correction to its target's row; true if it needs no row of its own. */
  take(message: ChatMessage, rows: ConversationRow[]): boolean;
  /** Registers a row as the target of later corrections. */
  open(row: MessageRow): void;
}

interface RowsInput {
  messages: ChatMessage[];
  outgoing: OutboxEntry[];
  userId: string;
  /** Sequence number of the message below the 'New messages' line. */
  newFrom: number | null;
  now: Date;
  /** Loaded lazily; until then every correction is an ordinary row. */
  createPlaces: ((newFrom: number | null) => CorrectionPlaces) | undefined;
}

// Messages within this interval are grouped.
const togetherMs = 5 * 60_000;

/** An edit shows its new text while queued and after a refusal; a refused deletion shows the message again. */
function shownChange(entry: OutboxEntry, message: ChatMessage): OutboxEntry {
  return entry.failure !== null && entry.changed?.deletedAt
    ? { ...entry, content: message.content, changed: message }
    : entry;
}

/** Builds the rows: day headings, the line above new messages, messages, and outgoing entries last. */
export function conversationRows(input: RowsInput): ConversationRow[] {
  const { messages, outgoing, userId, newFrom, now, createPlaces } = input;
  const rows: ConversationRow[] = [];
  let before: { at: Date; fromUserId: string } | null = null;
  let day: Date | null = null;

  // Two messages of the same moment can have their times the other way round; a day is not opened again after midnight.
  const openDay = (at: Date): void => {
    if (day && daysBetween(day, at) <= 0) return;
    day = at;
    rows.push({
      kind: 'day',
      floats: true,
      id: `day-${at.getFullYear()}-${at.getMonth()}-${at.getDate()}`,
      heading: dayHeading(at, now),
    });
    before = null;
  };
  /** Groups a row with the previous one if they belong together. */
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
    // Acknowledged; the outbox entry is about to be removed.
    if (messages.some(({ clientMessageId }) => clientMessageId === entry.clientMessageId)) continue;
    openDay(entry.createdAt);
    rows.push({ kind: 'outgoing', id: entry.clientMessageId, entry, ...join(entry.createdAt, userId) });
  }
  return rows;
}
