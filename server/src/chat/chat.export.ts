import type { Platform } from '#platform/platform';
import { signExported } from './file-url.ts';
import { toCorrects } from './message.ts';

/** Exports the conversations with all messages and the member's reports. File addresses work without sign-in until their expiry. */
export async function exportChat(platform: Platform, userId: string): Promise<Record<string, unknown>> {
  const { db } = platform;
  const rows = await db
    .selectFrom('conversation_members as seat')
    .innerJoin('chat_messages as message', 'message.conversation_id', 'seat.conversation_id')
    .select([
      'message.chat_message_id as chatMessageId',
      'message.from_user_id as fromUserId',
      'message.to_user_id as toUserId',
      'message.type',
      'message.content',
      'message.audio_key as audioKey',
      'message.corrects_message_id',
      'message.correction_kind',
      'message.correction_note',
      'message.audio_duration_ms as durationMs',
      'message.created_at as createdAt',
      'message.delivered_at as deliveredAt',
      'message.read_at as readAt',
      'message.replies_to_message_id as repliesTo',
      'message.picture_key as pictureKey',
      'message.edited_at as editedAt',
      'message.deleted_at as deletedAt',
    ])
    .where('seat.user_id', '=', userId)
    .orderBy('message.conversation_id')
    .orderBy('message.sequence')
    .execute();
  const messages = rows.map((row) => {
    const { audioKey, pictureKey, corrects_message_id, correction_kind, correction_note, ...message } = row;
    const audio = audioKey === null ? null : signExported(platform, 'audio', audioKey);
    const picture = pictureKey === null ? null : signExported(platform, 'picture', pictureKey);
    const corrects = toCorrects({ corrects_message_id, correction_kind, correction_note });
    return {
      ...message,
      corrects,
      audioUrl: audio?.url ?? null,
      audioUrlExpiresAt: audio?.expiresAt ?? null,
      pictureUrl: picture?.url ?? null,
      pictureUrlExpiresAt: picture?.expiresAt ?? null,
    };
  });
  const reports = await db
    .selectFrom('chat_reports')
    .select([
      'chat_message_id as chatMessageId',
      'thanks_id as thanksId',
      'schedule_slot_id as scheduleSlotId',
      'profile_user_id as profileUserId',
      'reason',
      'text',
      'status',
      'created_at as createdAt',
    ])
    .where('reporter_user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return { messages, reports };
}
