import { hash } from 'node:crypto';
import { type ChatMessage, chatMessage, voiceMaxBytes } from '@parlance/contract/chat';
import { pictureMaxBytes } from '@parlance/contract/chat-changes';
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
import { countRequests, showsActivity } from './conversation.ts';
import { refuseUncorrectable } from './correction-target.ts';
import type { Draft, Quoted } from './draft.ts';
import { refuseUnwritable } from './early-refusal.ts';
import { readMessage } from './find-message.ts';
import { asText, type MessageRow, readableIn, toChatMessage, toWire } from './message.ts';
import { refuseUnlessBothWrote, storePicture } from './picture.ts';
import { findQuoted } from './quoting.ts';
import { createReceiptQueue, type ReceiptQueue } from './receipts.ts';
import { createSendQueue, isRefusal } from './send-queue.ts';
import { storeVoice } from './voice.ts';

export { listMessages, markRead } from './conversation.ts';
export { signPictureUrl } from './file-url.ts';
export { findMessage } from './find-message.ts';
export { countContact } from './first-contacts.ts';
export {
  copyFile,
  enqueueFileRemovals,
  isReportCopy,
  processRemoval,
  reportedPictures,
} from './removed-files.ts';
export { keepReport, reportLatest, takeReport } from './report.ts';
export { type MessageRow, readableIn, toChatMessage };

const messageRate = { burst: 60, perSecond: 1 };
/** Three hours of speech at browser bitrates, refilled over a day. */
const voiceQuota = {
  burst: 30,
  perMinute: 10,
  mebibytesADay: 200,
  refusal: word('You have sent many voice messages. This one can be sent {when}.'),
};
/** A burst of one album, and about a hundred phone photos a day. */
const pictureQuota = {
  burst: 30,
  perMinute: 5,
  mebibytesADay: 400,
  refusal: word('You have sent many pictures. This one can be sent {when}.'),
};

// One queue per node, so that concurrent calls form batches.
const queuesOf = nodeState((platform) => ({
  sends: createSendQueue(platform),
  receipts: createReceiptQueue(platform),
}));

interface Addressed {
  userId: string;
  clientMessageId?: string | undefined;
  repliesTo?: string | undefined;
}

interface TextMessage extends Addressed {
  content: string;
  corrects?: Corrects | undefined;
  topicId?: string | undefined;
}

/** Sends a text. Resolves after the commit and the event; before the recipient's first answer, the event follows. */
export async function sendText(
  platform: Platform,
  caller: Caller,
  { userId, content, clientMessageId, corrects, repliesTo, topicId }: TextMessage,
): Promise<ChatMessage> {
  await countMessage(platform, caller, userId);
  const pair = { from: caller.userId, to: userId, clientMessageId };
  if (corrects) await refuseUncorrectable(platform, { ...pair, corrects });
  const message = await storeAndAnnounce(platform, {
    ...newDraft(caller, userId, clientMessageId),
    type: 'text',
    content,
    corrects: corrects ?? null,
    repliesTo: repliesTo === undefined ? null : await findReplied(platform, pair, repliesTo),
    payloadHash: sha256(textToHash(content, corrects, repliesTo)),
  });
  if (topicId !== undefined) await markTopic(platform, message, topicId);
  return message;
}

/** Failures are only logged: the message is already sent, and an unmarked topic is merely offered again. */
async function markTopic(
  platform: Platform,
  { fromUserId: from, toUserId: to }: ChatMessage,
  topicId: string,
): Promise<void> {
  await markTopicUsed(platform, { from, to, topicId }).catch((error: unknown) =>
    platform.log.warn({ err: error }, 'a topic could not be marked as used'),
  );
}

/** Validates, stores and sends a recording. The permission to write is checked before the file is decoded. */
export async function sendVoice(
  platform: Platform,
  caller: Caller,
  { userId, clientMessageId, repliesTo }: Addressed,
  file: UploadedFile,
): Promise<ChatMessage> {
  await countMessage(platform, caller, userId);
  const quoted = await findReplied(platform, { from: caller.userId, to: userId, clientMessageId }, repliesTo);
  if (file.bytes.length > voiceMaxBytes) throw new ApiError('FileTooLarge');
  await takeUpload(platform, `voice:${caller.userId}`, voiceQuota, file.bytes.length);
  const voice = await storeVoice(platform, caller.userId, file.bytes);
  return await deliverFile(platform, voice.key, {
    ...newDraft(caller, userId, clientMessageId),
    type: 'voice',
    audioKey: voice.key,
    durationMs: voice.durationMs,
    waveform: voice.waveform,
    repliesTo: quoted,
    payloadHash: sha256(repliesTo === undefined ? file.bytes : hashedFile(file.bytes, '', repliesTo)),
  });
}

/** Sends a picture; both members must have written before. */
export async function sendPicture(
  platform: Platform,
  caller: Caller,
  { userId, clientMessageId, repliesTo, caption = '' }: Addressed & { caption?: string | undefined },
  file: UploadedFile,
): Promise<ChatMessage> {
  await countMessage(platform, caller, userId);
  const quoted = await findReplied(platform, { from: caller.userId, to: userId, clientMessageId }, repliesTo);
  await refuseUnlessBothWrote(platform, caller.userId, userId);
  if (file.bytes.length > pictureMaxBytes) throw new ApiError('FileTooLarge');
  await takeUpload(platform, `chat-picture:${caller.userId}`, pictureQuota, file.bytes.length);
  const picture = await storePicture(platform, caller.userId, file.bytes);
  return await deliverFile(platform, picture.key, {
    ...newDraft(caller, userId, clientMessageId),
    type: 'picture',
    content: caption === '' ? null : caption,
    picture,
    repliesTo: quoted,
    payloadHash: sha256(hashedFile(file.bytes, caption, repliesTo)),
  });
}

/** Sends a message with a file, and removes the file if no row references it: after a refusal or a repeated idempotency key. */
async function deliverFile(platform: Platform, key: string, draft: Draft): Promise<ChatMessage> {
  try {
    const message = await storeAndAnnounce(platform, draft);
    const isOurs = `${message.audioUrl} ${message.picture?.url}`.includes(key);
    if (!isOurs) await platform.files.remove(key);
    return message;
  } catch (error) {
    // Remove the file only if the row is certainly not stored: after a lost connection the commit may have succeeded.
    if (error instanceof ApiError || isRefusal(error)) await platform.files.remove(key);
    throw error;
  }
}

/** Checks the permission to write, then loads the message replied to. */
async function findReplied(
  platform: Platform,
  pair: { from: string; to: string; clientMessageId: string | undefined },
  repliesTo: string | undefined,
): Promise<Quoted | null> {
  await refuseUnwritable(platform, pair);
  return await findQuoted(platform, { ...pair, repliesTo });
}

async function countMessage(platform: Platform, caller: Caller, userId: string): Promise<void> {
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
    repliesTo: null,
    picture: null,
  } satisfies Partial<Draft>;
}

async function storeAndAnnounce(platform: Platform, draft: Draft): Promise<ChatMessage> {
  const { sends, receipts } = queuesOf(platform);
  const { message: row, isRepeated, isRequest, mayBeRequest } = await sends.send(draft);
  const message = toChatMessage(platform, row);
  rememberEncoding(chatMessage, message, toWire(message));
  // Identical unless clients of 1.0.0 cannot read the type.
  const asTextOnly = asText(message);
  platform.realtime.toUser(row.from_user_id, 'chat:message', message, asTextOnly);
  // A repeat publishes the event again, since the first may be lost, but not after a block.
  const isHeldBack = isRepeated && (await areBlocked(platform.db, row.from_user_id, row.to_user_id));
  if (isHeldBack) return message;
  // After the answer to the sender: otherwise its response time would be a side channel for whether this is a request.
  if (mayBeRequest)
    setImmediate(() => void announceFirst(platform, receipts, row, isRequest ? null : message));
  else announceToRecipient(platform, row, message, receiptOf(receipts, row));
  return message;
}

/**
 * Publishes a message before the first answer; for a request (null) only the number of requests. The number is read in both cases:
 * otherwise the time until the receipt, which the sender gets, would be a side channel. No receipt where the recipient hides activity.
 */
async function announceFirst(
  platform: Platform,
  receipts: ReceiptQueue,
  row: MessageRow,
  message: ChatMessage | null,
): Promise<void> {
  try {
    const requests = await countRequests(platform, row.to_user_id);
    // A receipt tells a stranger that the recipient is online.
    const isHidden = !(await showsActivity(platform, row.to_user_id));
    const onReceipt = isHidden ? () => {} : receiptOf(receipts, row);
    if (message) return announceToRecipient(platform, row, message, onReceipt);
    platform.realtime.toUserWithReceipt(row.to_user_id, 'chat:request', { requests }, onReceipt);
  } catch (error) {
    platform.log.warn({ err: error }, 'a first message could not be announced');
  }
}

/**
 * Publishes the event again after a promotion. A request that stays one is published as such, because a missing receipt would disclose it
 * to the sender.
 */
export async function announceAgain(
  platform: Platform,
  chatMessageId: string,
  isRequest: boolean,
): Promise<void> {
  const row = await readMessage(platform, chatMessageId);
  if (!row) return;
  const { receipts } = queuesOf(platform);
  await announceFirst(platform, receipts, row, isRequest ? null : toChatMessage(platform, row));
}

function announceToRecipient(
  platform: Platform,
  row: MessageRow,
  message: ChatMessage,
  onReceipt: () => void,
): void {
  try {
    platform.realtime.toUserWithReceipt(row.to_user_id, 'chat:message', message, onReceipt, asText(message));
  } catch (error) {
    // The message is stored: the recipient finds it at the next read.
    platform.log.warn({ err: error }, 'a message could not be announced');
  }
}

// The closure keeps only these two values: the full row would stay in memory until the receipt, for every offline recipient.
function receiptOf(receipts: ReceiptQueue, row: MessageRow): () => void {
  const { chat_message_id: chatMessageId, delivered_at: deliveredAt } = row;
  return () => {
    if (deliveredAt === null) receipts.confirm(chatMessageId);
  };
}

/** Input of the payload hash. A plain text is its own input, so that retries of messages stored by 1.0.0 still match. */
function textToHash(content: string, corrects: Corrects | undefined, repliesTo: string | undefined): string {
  if (!corrects && repliesTo === undefined) return content;
  const { chatMessageId, kind, note = '' } = corrects ?? {};
  const parts = corrects ? [content, chatMessageId, kind, note] : [content];
  return JSON.stringify(repliesTo === undefined ? parts : [...parts, 'replies to', repliesTo]);
}

const hashedFile = (bytes: Buffer, caption: string, repliesTo: string | undefined): string =>
  JSON.stringify([sha256(bytes).toString('hex'), caption, repliesTo ?? null]);
const sha256 = (data: string | Buffer): Buffer => hash('sha256', data, 'buffer');
