import type { ChatMessage, chatMessage } from '@parlance/contract/chat';
import type { CorrectionKind, Corrects } from '@parlance/contract/corrections';
import type { Selectable } from 'kysely';
import type * as z from 'zod/mini';
import type { ChatMessages } from '#domain/tables.generated';
import type { Platform } from '#platform/platform';
import { signAudioUrl } from './audio-url.ts';

/** A stored message, as much of it as travels. */
export type MessageRow = Omit<Selectable<ChatMessages>, 'conversation_id' | 'payload_hash'>;

/** The columns of MessageRow, for every statement that reads messages. */
export const messageColumns = [
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
] as const;

/** The message of the contract. Its audio address is signed anew each time: it is good for an hour. */
export function toChatMessage(platform: Platform, row: MessageRow): ChatMessage {
  return {
    chatMessageId: row.chat_message_id,
    fromUserId: row.from_user_id,
    toUserId: row.to_user_id,
    type: row.type === 'voice' ? 'voice' : 'text',
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
  };
}

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
});

let lastText = { ms: 0, text: new Date(0).toISOString() };

// All messages of a batch have the same time, as creation and as update.
function toText(date: Date): string {
  const ms = date.getTime();
  if (ms !== lastText.ms) lastText = { ms, text: date.toISOString() };
  return lastText.text;
}
