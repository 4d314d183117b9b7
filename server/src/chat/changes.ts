import { type ChatMessage, messageMaxLength } from '@parlance/contract/chat';
import { captionMaxLength, messageEditMs } from '@parlance/contract/chat-changes';
import { correctionMaxLength } from '@parlance/contract/corrections';
import { ApiError } from '@parlance/contract/errors';
import { says } from '@parlance/contract/message';
import { codePoints } from '@parlance/contract/text';
import { sql } from 'kysely';
import type { Tx } from '#platform/effects';
import { nodeState } from '#platform/node-state';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import { retriedTransaction } from '#platform/retried-transaction';
import type { Caller } from '#platform/serve';
import { refusals } from './draft.ts';
import { placeEdit } from './edited-contact.ts';
import { findMessage, readMessage } from './find-message.ts';
import { type MessageRow, toChatMessage } from './message.ts';
import { enqueueRemoval, processRemoval } from './removed-files.ts';

const countsOf = nodeState(({ metrics }) =>
  metrics.count({
    name: 'messages_changed_total',
    help: 'Messages that their senders changed, by change: edited or deleted.',
    labelNames: ['change'],
  }),
);

/** Edits and deletions share one rate; each emits events to two members. */
const changeRate = { burst: 60, perSecond: 1 };

/** Edits an own text or caption and notifies both. The same text again has no effect, so a client can retry. */
export async function updateMessage(
  platform: Platform,
  caller: Caller,
  { chatMessageId, content }: { chatMessageId: string; content: string },
): Promise<ChatMessage> {
  await countChange(platform, caller);
  const now = platform.clock.now();
  const { row, isChanged } = await retriedTransaction(platform, async (tx) => {
    const found = await findOwn(tx, caller, chatMessageId);
    await refuseBlocked(tx, found);
    const current = await lockMessage(tx, found);
    const words = content === '' && current.type === 'picture' ? null : content;
    if (current.deleted_at === null && current.type !== 'voice' && current.content === words)
      return { row: current, isChanged: false };
    await refuseUneditable(tx, current, now);
    refuseLength(current, content);
    await tx
      .updateTable('chat_messages')
      .set({ content: words, edited_at: now, updated_at: now })
      .where('chat_message_id', '=', chatMessageId)
      .execute();
    await placeEdit(platform, tx, { ...current, content: words });
    return { row: { ...current, content: words, edited_at: now, updated_at: now }, isChanged: true };
  });
  if (!isChanged) return toChatMessage(platform, row);
  countsOf(platform).inc({ change: 'edited' });
  return await announce(platform, row);
}

/** Replaces an own message with a tombstone and notifies both. The file is removed before the answer unless the storage fails. */
export async function deleteMessage(
  platform: Platform,
  caller: Caller,
  chatMessageId: string,
): Promise<void> {
  await countChange(platform, caller);
  const now = platform.clock.now();
  const deleted = await retriedTransaction(platform, async (tx) => {
    const current = await lockMessage(tx, await findOwn(tx, caller, chatMessageId));
    if (current.deleted_at !== null) return null;
    // conversation_members is locked before chat_messages, in the order of markRead, to avoid a deadlock.
    await uncountUnread(tx, current);
    await eraseMessage(tx, chatMessageId, now);
    const corrections = await detachCorrections(tx, chatMessageId, now);
    return { key: await enqueueRemoval(tx, current, now), changed: [chatMessageId, ...corrections] };
  });
  if (!deleted) return;
  countsOf(platform).inc({ change: 'deleted' });
  for (const id of deleted.changed) {
    const row = await readMessage(platform, id);
    if (row) await announce(platform, row);
  }
  if (deleted.key !== null) await processRemoval(platform, deleted.key);
}

async function countChange({ limits }: Platform, { userId }: Caller): Promise<void> {
  refuseOver(await limits.takeToken({ key: `chat-change:${userId}`, ...changeRate }));
}

async function findOwn(tx: Tx, caller: Caller, chatMessageId: string): Promise<MessageRow> {
  const message = await findMessage({ db: tx }, caller, chatMessageId);
  if (message.from_user_id !== caller.userId) throw new ApiError('NotAllowed');
  return message;
}

/** Takes the same locks as sending, so an acknowledged block is visible. */
async function refuseBlocked(tx: Tx, { from_user_id, to_user_id }: MessageRow): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(locks.key)
    FROM (SELECT k.key FROM sending_lock_keys(${from_user_id}, ${to_user_id}) AS k ORDER BY 1) AS locks`.execute(
    tx,
  );
  const { rows } = await sql<{ refusal: 'gone' | 'banned' | 'unknown' | 'blocked' | null }>`
    SELECT refusal FROM sending_refusal(${from_user_id}, ${to_user_id})`.execute(tx);
  const refusal = rows[0]?.refusal;
  if (refusal) throw refusals[refusal]();
}

/** Locks the conversation row, which serialises with sending, `markRead`, edits and deletions; returns the current message. */
async function lockMessage(
  tx: Tx,
  { chat_message_id, from_user_id: from, to_user_id: to }: MessageRow,
): Promise<MessageRow> {
  await sql`SELECT FROM conversations
    WHERE low_user_id = least(${from}::uuid, ${to}::uuid) AND high_user_id = greatest(${from}::uuid, ${to}::uuid)
    FOR UPDATE`.execute(tx);
  const current = await readMessage({ db: tx }, chat_message_id);
  if (!current) throw new ApiError('ResourceNotFound');
  return current;
}

/** Editing is allowed within 15 minutes (`messageEditMs`) and before a correction. */
async function refuseUneditable(tx: Tx, current: MessageRow, now: Date): Promise<void> {
  const hasWords = current.deleted_at === null && current.type !== 'voice';
  const isLate = now.getTime() - current.created_at.getTime() > messageEditMs;
  const correction = await tx
    .selectFrom('chat_messages')
    .select('chat_message_id')
    .where('corrects_message_id', '=', current.chat_message_id)
    .executeTakeFirst();
  if (!hasWords || isLate || correction)
    throw new ApiError('NotAllowed', { message: 'This message can no longer be edited.' });
}

function refuseLength({ type, corrects_message_id, was_correction }: MessageRow, content: string): void {
  const refuse = (problem: string) => new ApiError('RequestDataInvalid', { fields: { content: problem } });
  if (content === '' && type === 'text') throw refuse('Write a message first');
  const correctionMax =
    corrects_message_id !== null || was_correction ? correctionMaxLength : messageMaxLength;
  const max = type === 'picture' ? captionMaxLength : correctionMax;
  if (codePoints(content) > max) throw refuse(says('Must have at most {max} characters', { max }));
}

/** A deleted message no longer counts as unread. */
async function uncountUnread(tx: Tx, { sequence, from_user_id, to_user_id }: MessageRow): Promise<void> {
  await tx
    .updateTable('conversation_members')
    .set({ unread_count: sql`unread_count - 1` })
    .where('user_id', '=', to_user_id)
    .where('partner_user_id', '=', from_user_id)
    .where('last_read_sequence', '<', sequence)
    .execute();
}

/** Erases the content and its hash: the hash of a short text can be reversed. */
async function eraseMessage(tx: Tx, chatMessageId: string, now: Date): Promise<void> {
  await tx
    .updateTable('chat_messages')
    .set({
      ...{ deleted_at: now, updated_at: now, payload_hash: Buffer.alloc(0), content: null },
      ...{ audio_key: null, audio_duration_ms: null, audio_waveform: null },
      ...{ picture_key: null, picture_width: null, picture_height: null },
      ...{ corrects_message_id: null, correction_kind: null, correction_note: null },
      ...{ replies_to_message_id: null },
    })
    .where('chat_message_id', '=', chatMessageId)
    .execute();
}

/** Turns corrections into ordinary messages. Their note is erased, since it can repeat the deleted words. */
async function detachCorrections(tx: Tx, chatMessageId: string, now: Date): Promise<string[]> {
  const detached = await tx
    .updateTable('chat_messages')
    .set({
      ...{ corrects_message_id: null, correction_kind: null, correction_note: null },
      ...{ was_correction: true, updated_at: now },
    })
    .where('corrects_message_id', '=', chatMessageId)
    .returning('chat_message_id')
    .execute();
  return detached.map(({ chat_message_id }) => chat_message_id);
}

/** Emits to all sockets of both, except of a recipient for whom it is a request or who has blocked the sender. Clients of 1.0.0 ignore the event and see the change on the next read. */
async function announce(platform: Platform, row: MessageRow): Promise<ChatMessage> {
  const message = toChatMessage(platform, row);
  platform.realtime.toUser(row.from_user_id, 'chat:message-changed', message);
  const { from_user_id, to_user_id } = row;
  const { rows } = await sql`
    SELECT FROM conversation_members AS seat
    WHERE user_id = ${to_user_id} AND partner_user_id = ${from_user_id} AND NOT is_request AND NOT EXISTS (
      SELECT FROM user_blocks WHERE user_id = ${to_user_id} AND blocked_user_id = ${from_user_id})`.execute(
    platform.db,
  );
  if (rows.length > 0) platform.realtime.toUser(to_user_id, 'chat:message-changed', message);
  return message;
}
