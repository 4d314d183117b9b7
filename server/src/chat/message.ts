import {
  type ChatMessage,
  type chatMessage,
  type QuotedMessage,
  replyExcerptMaxLength,
} from '@parlance/contract/chat';
import type { CorrectionKind, Corrects } from '@parlance/contract/corrections';
import { wireFormat } from '@parlance/contract/endpoint';
import type { Selectable } from 'kysely';
import type * as z from 'zod/mini';
import type { ChatMessages } from '#domain/tables.generated';
import type { Platform } from '#platform/platform';
import { signAudioUrl, signPictureUrl } from './file-url.ts';

/** The quoted message in its current state; null if the message is not a reply. */
export interface Quote {
  quoted_user_id: string | null;
  quoted_type: string | null;
  quoted_excerpt: string | null;
  quoted_is_deleted: boolean | null;
}

/** A stored message, limited to the columns that clients receive. */
export type MessageRow = Omit<Selectable<ChatMessages>, 'conversation_id' | 'payload_hash'> & Quote;

const columns = [
  'chat_message_id',
  'sequence',
  'from_user_id',
  'to_user_id',
  'type',
  'content',
  'audio_key',
  'audio_duration_ms',
  'audio_waveform',
  'client_message_id',
  'corrects_message_id',
  'correction_kind',
  'correction_note',
  'created_at',
  'updated_at',
  'delivered_at',
  'read_at',
  'replies_to_message_id',
  'picture_key',
  'picture_width',
  'picture_height',
  'edited_at',
  'deleted_at',
  'was_correction',
] as const satisfies (keyof ChatMessages)[];

/** The columns of Quote, for a message with the alias `quoted`. */
export const quoteColumns = `quoted.from_user_id AS quoted_user_id, quoted.type AS quoted_type,
  left(quoted.content, ${replyExcerptMaxLength}) AS quoted_excerpt,
  quoted.deleted_at IS NOT NULL AS quoted_is_deleted`;

/** The columns of MessageRow, for a message with the alias `message` that is joined with `joinQuoted`. */
export const messageColumns = `${columns.map((column) => `message.${column}`).join(', ')}, ${quoteColumns}`;
export const joinQuoted =
  'LEFT JOIN chat_messages AS quoted ON quoted.chat_message_id = message.replies_to_message_id';

/** Converts a row to the contract. File addresses are signed on every call, since they expire after an hour. */
export function toChatMessage(platform: Platform, row: MessageRow): ChatMessage {
  return {
    chatMessageId: row.chat_message_id,
    fromUserId: row.from_user_id,
    toUserId: row.to_user_id,
    type: row.type as ChatMessage['type'],
    content: row.content,
    audioUrl: row.audio_key === null ? null : signAudioUrl(platform, row.audio_key),
    durationMs: row.audio_duration_ms,
    waveform: row.audio_waveform === null ? null : [...row.audio_waveform],
    sequence: row.sequence,
    clientMessageId: row.client_message_id,
    corrects: toCorrects(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deliveredAt: row.delivered_at,
    readAt: row.read_at,
    repliesTo: toQuoted(row),
    picture: toPicture(platform, row),
    // Report snapshots of earlier releases lack these two columns.
    editedAt: row.edited_at ?? null,
    deletedAt: row.deleted_at ?? null,
  };
}

function toQuoted(row: MessageRow): QuotedMessage | null {
  const { replies_to_message_id: chatMessageId, quoted_user_id: userId } = row;
  if (!chatMessageId || userId === null) return null;
  return {
    chatMessageId,
    userId,
    kind: row.quoted_type as QuotedMessage['kind'],
    excerpt: row.quoted_excerpt ?? '',
    isDeleted: row.quoted_is_deleted ?? false,
  };
}

function toPicture(platform: Platform, { picture_key, picture_width, picture_height }: MessageRow) {
  if (!picture_key) return null;
  return {
    url: signPictureUrl(platform, picture_key),
    width: picture_width ?? 0,
    height: picture_height ?? 0,
  };
}

/** Converts a message to text for a client without a format header: 1.0.0 refuses other types and treats missing content as a recording. */
export function asText(message: ChatMessage): ChatMessage {
  if (message.deletedAt) return { ...message, type: 'text', content: 'Message deleted' };
  return message.picture ? { ...message, type: 'text', content: message.content ?? 'Picture' } : message;
}

/** The message in the format of the client. */
export const readableIn = (format: number, message: ChatMessage): ChatMessage =>
  format >= wireFormat.current ? message : asText(message);

/** The correction of a message. Report snapshots of earlier releases lack these columns. */
export function toCorrects(
  row: Pick<MessageRow, 'corrects_message_id' | 'correction_kind' | 'correction_note'>,
): Corrects | null {
  if (!row.corrects_message_id) return null;
  const kind = row.correction_kind as CorrectionKind;
  const correction = { chatMessageId: row.corrects_message_id, kind };
  return row.correction_note === null ? correction : { ...correction, note: row.correction_note };
}

/** Encodes without the contract's validation, which takes a tenth of the time of sending a message. */
export const toWire = (message: ChatMessage): z.input<typeof chatMessage> => ({
  ...message,
  createdAt: toText(message.createdAt),
  updatedAt: toText(message.updatedAt),
  deliveredAt: message.deliveredAt && toText(message.deliveredAt),
  readAt: message.readAt && toText(message.readAt),
  editedAt: message.editedAt && toText(message.editedAt),
  deletedAt: message.deletedAt && toText(message.deletedAt),
});

let lastText = { ms: 0, text: new Date(0).toISOString() };

// All messages of a batch have the same time, for creation and update.
function toText(date: Date): string {
  const ms = date.getTime();
  if (ms !== lastText.ms) lastText = { ms, text: date.toISOString() };
  return lastText.text;
}
