import type { ChatMessage } from '@parlance/contract/chat';
import { contactRefusals } from '@parlance/contract/contact';
import type { Corrects } from '@parlance/contract/corrections';
import { ApiError } from '@parlance/contract/errors';
import type { MessageRow, Quote } from './message.ts';

/** A validated message that waits in the send queue. */
export interface Draft {
  fromUserId: string;
  toUserId: string;
  type: ChatMessage['type'];
  content: string | null;
  audioKey: string | null;
  durationMs: number | null;
  waveform: Buffer | null;
  clientMessageId: string | null;
  corrects: Corrects | null;
  repliesTo: Quoted | null;
  picture: StoredPicture | null;
  payloadHash: Buffer;
}

/** The message replied to, as loaded before sending. */
export interface Quoted extends Quote {
  chatMessageId: string;
}

export interface StoredPicture {
  key: string;
  width: number;
  height: number;
}

/** A stored message; `isRepeated` if an earlier call stored it with the same idempotency key. */
export interface Sent {
  message: MessageRow;
  isRepeated: boolean;
  /** The recipient sees the conversation as a request. */
  isRequest: boolean;
  /** Whether it can be a request: the recipient had not answered, or it is a repeat. */
  mayBeRequest: boolean;
}

export const refusals = {
  'key-reused': () =>
    new ApiError('RequestDataInvalid', {
      fields: { clientMessageId: 'This key belongs to another message' },
    }),
  blocked: () => new ApiError('UserIsBlocked'),
  unknown: () => new ApiError('UserNotFound'),
  'too-many': (timeout = 0) => new ApiError('TooManyRequests', { message: contactRefusals.tooMany, timeout }),
  held: () => new ApiError('NotAllowed', { message: contactRefusals.held }),
  gone: () => new ApiError('SessionInvalid'),
  banned: () => new ApiError('UserBanned'),
  deleted: () => new ApiError('ResourceNotFound'),
};

/** The row of a message that was just stored, without a second read. */
export function sentRow(
  draft: Draft,
  stored: Pick<MessageRow, 'chat_message_id' | 'sequence' | 'created_at'>,
): MessageRow {
  const { corrects, repliesTo, picture } = draft;
  return {
    ...stored,
    updated_at: stored.created_at,
    delivered_at: null,
    read_at: null,
    edited_at: null,
    deleted_at: null,
    from_user_id: draft.fromUserId,
    to_user_id: draft.toUserId,
    type: draft.type,
    content: draft.content,
    client_message_id: draft.clientMessageId,
    audio_key: draft.audioKey,
    audio_duration_ms: draft.durationMs,
    audio_waveform: draft.waveform,
    corrects_message_id: corrects?.chatMessageId ?? null,
    correction_kind: corrects?.kind ?? null,
    correction_note: corrects?.note || null,
    was_correction: false,
    replies_to_message_id: repliesTo?.chatMessageId ?? null,
    quoted_user_id: repliesTo?.quoted_user_id ?? null,
    quoted_type: repliesTo?.quoted_type ?? null,
    quoted_excerpt: repliesTo?.quoted_excerpt ?? null,
    quoted_is_deleted: repliesTo?.quoted_is_deleted ?? null,
    picture_key: picture?.key ?? null,
    picture_width: picture?.width ?? null,
    picture_height: picture?.height ?? null,
  };
}
