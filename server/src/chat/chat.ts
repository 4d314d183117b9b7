import { hash } from 'node:crypto';
import { type ChatMessage, chatMessage, voiceMaxBytes } from '@parlance/contract/chat';
import type { Corrects } from '@parlance/contract/corrections';
import { ApiError } from '@parlance/contract/errors';
import { word } from '@parlance/words/word';
import { areBlocked } from '#people/people';
import { rememberEncoding } from '#platform/encode-once';
import { nodeState } from '#platform/node-state';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import type { Caller, UploadedFile } from '#platform/serve';
import { takeUpload } from '#platform/upload-quota';
import { markTopicUsed } from '#topics/topics';
import { refuseUncorrectable } from './correction-target.ts';
import { refuseUnwritable } from './early-refusal.ts';
import { type MessageRow, toChatMessage, toWire } from './message.ts';
import { createReceiptQueue, type ReceiptQueue } from './receipts.ts';
import { createSendQueue, type Draft } from './send-queue.ts';
import { storeVoice } from './voice.ts';

export { listMessages, markRead } from './conversation.ts';
export { findMessage } from './find-message.ts';
export { keepReport, takeReport } from './report.ts';
export { type MessageRow, toChatMessage };

const messageRate = { burst: 60, perSecond: 1 };
/** Three hours of speech as browsers record it, and as much again with every day. */
const voiceQuota = {
  burst: 30,
  perMinute: 10,
  mebibytesADay: 200,
  refusal: word('You have sent many voice messages. This one can be sent {when}.'),
};

// Shared by all callers of a node, so that batches form.
const queuesOf = nodeState((platform) => ({
  sends: createSendQueue(platform),
  receipts: createReceiptQueue(platform),
}));

interface Addressed {
  userId: string;
  clientMessageId?: string | undefined;
}

interface Words extends Addressed {
  content: string;
  corrects?: Corrects | undefined;
  topicId?: string | undefined;
}

/** Sends a text; answers after the commit, once the event is on its way. */
export async function sendText(
  platform: Platform,
  caller: Caller,
  { userId, content, clientMessageId, corrects, topicId }: Words,
): Promise<ChatMessage> {
  await mayWrite(platform, caller, userId);
  if (corrects)
    await refuseUncorrectable(platform, { from: caller.userId, to: userId, clientMessageId, corrects });
  const message = await deliver(platform, {
    ...newDraft(caller, userId, clientMessageId),
    type: 'text',
    content,
    corrects: corrects ?? null,
    payloadHash: sha256(corrects ? hashedCorrection(content, corrects) : content),
  });
  if (topicId !== undefined) await takeUp(platform, message, topicId);
  return message;
}

/** The message is on its way; that its topic may come again is no reason to call it failed. */
async function takeUp(
  platform: Platform,
  { fromUserId: from, toUserId: to }: ChatMessage,
  topicId: string,
): Promise<void> {
  await markTopicUsed(platform, { from, to, topicId }).catch((error: unknown) =>
    platform.log.warn({ err: error }, 'a topic could not be marked as used'),
  );
}

/**
 * Sends a recording: checked by its bytes, kept under a random name, then sent like a text. Whoever may not write hears that
 * first, and nobody looks at what they sent.
 */
export async function sendVoice(
  platform: Platform,
  caller: Caller,
  { userId, clientMessageId }: Addressed,
  file: UploadedFile,
): Promise<ChatMessage> {
  await mayWrite(platform, caller, userId);
  await refuseUnwritable(platform, { from: caller.userId, to: userId, clientMessageId });
  if (file.bytes.length > voiceMaxBytes) throw new ApiError('FileTooLarge');
  await takeUpload(platform, `voice:${caller.userId}`, voiceQuota, file.bytes.length);
  const voice = await storeVoice(platform, caller.userId, file.bytes);
  try {
    const message = await deliver(platform, {
      ...newDraft(caller, userId, clientMessageId),
      type: 'voice',
      audioKey: voice.key,
      durationMs: voice.durationMs,
      waveform: voice.waveform,
      payloadHash: sha256(file.bytes),
    });
    const isOurFile = message.audioUrl?.includes(voice.key) ?? false;
    if (!isOurFile) await platform.files.remove(voice.key);
    return message;
  } catch (error) {
    // Unless it is certain that no row names the file, it stays: a lost answer may have been a commit.
    if (error instanceof ApiError) await platform.files.remove(voice.key);
    throw error;
  }
}

async function mayWrite(platform: Platform, caller: Caller, userId: string): Promise<void> {
  if (userId === caller.userId)
    throw new ApiError('NotAllowed', { message: 'You cannot write to yourself.' });
  refuseOver(await platform.limits.takeToken({ key: `chat:${caller.userId}`, ...messageRate }));
}

function newDraft(caller: Caller, userId: string, clientMessageId: string | undefined) {
  return {
    fromUserId: caller.userId,
    toUserId: userId,
    clientMessageId: clientMessageId ?? null,
    content: null,
    audioKey: null,
    durationMs: null,
    waveform: null,
    corrects: null,
  } satisfies Partial<Draft>;
}

async function deliver(platform: Platform, draft: Draft): Promise<ChatMessage> {
  const { sends, receipts } = queuesOf(platform);
  const { message: row, isRepeated } = await sends.send(draft);
  const message = toChatMessage(platform, row);
  rememberEncoding(chatMessage, message, toWire(message));
  platform.realtime.toUser(row.from_user_id, 'chat:message', message);
  // A repeated one is announced again, for the first announcement may be what was lost, but not past a block that came since.
  const isHeldBack = isRepeated && (await areBlocked(platform.db, row.from_user_id, row.to_user_id));
  if (!isHeldBack) announceToRecipient(platform, receipts, row, message);
  return message;
}

function announceToRecipient(
  platform: Platform,
  receipts: ReceiptQueue,
  row: MessageRow,
  message: ChatMessage,
): void {
  // Only these wait for the receipt: the row with its text would lie in memory as long, for everybody who is not there.
  const { chat_message_id: chatMessageId, delivered_at: deliveredAt } = row;
  platform.realtime.toUserWithReceipt(row.to_user_id, 'chat:message', message, () => {
    if (deliveredAt === null) receipts.confirm(chatMessageId);
  });
}

const hashedCorrection = (content: string, { chatMessageId, kind, note = '' }: Corrects): string =>
  JSON.stringify([content, chatMessageId, kind, note]);
const sha256 = (data: string | Buffer): Buffer => hash('sha256', data, 'buffer');
