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

/** What a reply shows of the message that it replies to, as it is now; null where a message replies to nothing. */
export interface Quote {
  quoted_user_id: string | null;
  quoted_type: string | null;
  quoted_excerpt: string | null;
  quoted_is_deleted: boolean | null;
}

/** A stored message, as much of it as travels. */
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

/** The columns of Quote, of a message with the alias `quoted`. */
export const quoteColumns = `quoted.from_user_id AS quoted_user_id, quoted.type AS quoted_type,
  left(quoted.content, ${replyExcerptMaxLength}) AS quoted_excerpt,
  quoted.deleted_at IS NOT NULL AS quoted_is_deleted`;

/** The columns of MessageRow, of messages with the alias `message` that are joined with `joinQuoted`. */
export const messageColumns = `${columns.map((column) => `message.${column}`).join(', ')}, ${quoteColumns}`;
export const joinQuoted =
  'LEFT JOIN chat_messages AS quoted ON quoted.chat_message_id = message.replies_to_message_id';

/** The message of the contract. The addresses of its files are signed anew each time: they are good for an hour. */
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
    // A report of earlier times has kept messages without these two.
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

/** The message for a client that stated no format: a text, since 1.0.0 refuses other types and takes what has no content for a recording. */
export function asText(message: ChatMessage): ChatMessage {
  if (message.deletedAt) return { ...message, type: 'text', content: 'Message deleted' };
  return message.picture ? { ...message, type: 'text', content: message.content ?? 'Picture' } : message;
}

/** The message as a client with this format can read it. */
export const readableIn = (format: number, message: ChatMessage): ChatMessage =>
  format >= wireFormat.current ? message : asText(message);

/** What a message corrects. A report of earlier times has kept messages without these columns. */
export function toCorrects(
  row: Pick<MessageRow, 'corrects_message_id' | 'correction_kind' | 'correction_note'>,
): Corrects | null {
  if (!row.corrects_message_id) return null;
  const kind = row.correction_kind as CorrectionKind;
  const correction = { chatMessageId: row.corrects_message_id, kind };
  return row.correction_note === null ? correction : { ...correction, note: row.correction_note };
}

/** The encoding of the contract without its checks, which are a tenth of the work of sending a message. */
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

// All messages of a batch have the same time, as creation and as update.
function toText(date: Date): string {
  const ms = date.getTime();
  if (ms !== lastText.ms) lastText = { ms, text: date.toISOString() };
  return lastText.text;
}
