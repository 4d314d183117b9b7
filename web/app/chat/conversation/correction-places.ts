import { daysBetween } from '#chat/messages/chat-times';
import type { CorrectionPlaces, MessageRow } from './conversation-rows';

/** What is new of the partner, from the message of number `newFrom` on, always has a row of its own. */
export function createCorrectionPlaces(newFrom: number | null): CorrectionPlaces {
  // Of a correction it is the row of what that corrects: so everything said about one message stands together.
  const places = new Map<string, { row: MessageRow; content: string | null; looksRight?: boolean }>();
  return {
    take(message, rows) {
      const { chatMessageId, content, corrects, createdAt, fromUserId, sequence = 0 } = message;
      const target = corrects && places.get(corrects.chatMessageId);
      if (!target || target.content === null) return false;
      const { row, content: original } = target;
      row.corrections ??= [];
      row.corrections.push({ message, original });
      places.set(chatMessageId, { row, content, looksRight: content === original });
      const isOwn = (fromUserId === row.message.fromUserId) === row.isOwn;
      const isNew = !isOwn && newFrom !== null && sequence >= newFrom;
      return !isNew && row === rows.at(-1) && daysBetween(row.message.createdAt, createdAt) <= 0;
    },
    open(row) {
      const { chatMessageId, content } = row.message;
      const known = places.get(chatMessageId);
      if (!known) places.set(chatMessageId, { row, content });
      else if (known.looksRight) row.looksRight = true;
    },
  };
}
