import type { Calls } from '@parlance/client/http';
import { type Realtime, SocketNotConnectedError } from '@parlance/client/realtime';
import type { ChatMessage, QuotedMessage } from '@parlance/contract/chat';
import type { Corrects } from '@parlance/contract/corrections';
import { ApiError } from '@parlance/contract/errors';
import type { Draft, KeptAudio, KeptPicture, OutboxEntry } from './chat-storage';
import { createOutbox, type OutboxPorts } from './outbox';

// A half-open connection never answers; the retry uses the same id.
const textTimeoutMs = 15_000;
const fileTimeoutMs = 120_000;

export interface SendingPorts extends Omit<OutboxPorts, 'send'> {
  calls: Calls;
  realtime: Realtime;
  /** Called when the member writes to a partner. */
  onWrite(partnerId: string): void;
}

interface About {
  repliesTo?: QuotedMessage | undefined;
  topicId?: string | undefined;
}

/** Write side of the chat: drafts and the outbox. */
export type Sending = ReturnType<typeof createSending>;

export function createSending({ calls, realtime, onWrite, ...ports }: SendingPorts) {
  const { storage } = ports;
  const outbox = createOutbox({
    ...ports,
    send: (entry, onProgress, cancelled) => attemptSend({ calls, realtime }, entry, onProgress, cancelled),
  });
  const entryOf = (
    partnerId: string,
    part: Partial<OutboxEntry>,
    { repliesTo, topicId }: About = {},
  ): OutboxEntry => ({
    clientMessageId: newMessageId(),
    partnerId,
    createdAt: new Date(),
    content: null,
    audio: null,
    failure: null,
    ...part,
    ...(repliesTo && { repliesTo }),
    ...(topicId && { topicId }),
  });
  const enqueue = (partnerId: string, part: Partial<OutboxEntry>, about: About = {}) => {
    onWrite(partnerId);
    return outbox.add(entryOf(partnerId, part, about), { isFromDraft: true });
  };
  return {
    outbox,
    async sendText(partnerId: string, text: string, about: About = {}): Promise<void> {
      const content = text.trim();
      if (content !== '') await enqueue(partnerId, { content }, about);
    },
    /** Sends a correction. Its draft is separate from the conversation's; the caller removes it. */
    async sendCorrection(partnerId: string, content: string, corrects: Corrects): Promise<void> {
      onWrite(partnerId);
      await outbox.add(entryOf(partnerId, { content, corrects }));
    },
    sendVoice: (partnerId: string, audio: KeptAudio, about: About = {}): Promise<void> =>
      enqueue(partnerId, { audio }, about),
    /** Sends each picture as a message; the first is the reply, the last has the caption. */
    async sendPictures(
      partnerId: string,
      pictures: KeptPicture[],
      caption: string,
      about: About = {},
    ): Promise<void> {
      const last = pictures.length - 1;
      for (const [place, picture] of pictures.entries()) {
        const content = place === last ? caption.trim() || null : null;
        await enqueue(partnerId, { picture, content }, place === 0 ? about : {});
      }
    },
    /** Edits or deletes an own message; `changed` is the result. A queued change of the same message is replaced. */
    async changeMessage(changed: ChatMessage, { isFromDraft = false } = {}): Promise<void> {
      const { chatMessageId, toUserId, content } = changed;
      const waiting = outbox
        .getState()
        .entries.filter((entry) => entry.changed?.chatMessageId === chatMessageId);
      await outbox.add(entryOf(toUserId, { content, changed }), { isFromDraft });
      for (const entry of waiting) await outbox.discard(entry.clientMessageId);
    },
    /** Sends a text under the caller's id; idempotent. */
    async sendOnce(partnerId: string, text: string, clientMessageId: string): Promise<void> {
      const content = text.trim();
      if (content !== '') await outbox.add(entryOf(partnerId, { content, clientMessageId }));
    },
    readDraft: async (key: string) => (await storage).readDraft(key),
    writeDraft: async (key: string, draft: Draft | null) => (await storage).writeDraft(key, draft),
  };
}

/** Makes one attempt: text over the connected socket, everything else over HTTP. */
async function attemptSend(
  { calls, realtime }: Pick<SendingPorts, 'calls' | 'realtime'>,
  entry: OutboxEntry,
  onProgress: (fraction: number) => void,
  cancelled: AbortSignal,
): Promise<ChatMessage> {
  const { partnerId: userId, clientMessageId, content, corrects, repliesTo, topicId, changed } = entry;
  if (changed) {
    const { chatMessageId } = changed;
    const options = { signal: AbortSignal.timeout(textTimeoutMs) };
    if (!changed.deletedAt) return calls.updateMessage({ chatMessageId, content: content ?? '' }, options);
    await calls.deleteMessage({ chatMessageId }, options);
    return changed;
  }
  const about = { userId, clientMessageId, ...(repliesTo && { repliesTo: repliesTo.chatMessageId }) };
  const file = entry.picture ?? entry.audio;
  if (file) {
    const blob = new Blob([file.bytes], { type: file.type });
    const options = { onProgress, signal: AbortSignal.any([cancelled, AbortSignal.timeout(fileTimeoutMs)]) };
    return entry.picture
      ? calls.sendPictureMessage({ ...about, image: blob, ...(content && { caption: content }) }, options)
      : calls.sendVoiceMessage({ ...about, audio: blob }, options);
  }
  const text = {
    ...about,
    content: content ?? '',
    ...(corrects && { corrects }),
    ...(topicId && { topicId }),
  };
  if (realtime.getStatus() === 'connected') {
    try {
      return await realtime.send('chat:message', text);
    } catch (error) {
      // A socket cannot renew its token; an HTTP call can.
      const isWorthACall =
        error instanceof SocketNotConnectedError || (error instanceof ApiError && error.statusCode === 401);
      if (!isWorthACall) throw error;
    }
  }
  return calls.sendTextMessage(text, { signal: AbortSignal.timeout(textTimeoutMs) });
}

/** Random message id. crypto.randomUUID is missing without TLS. */
export function newMessageId(): string {
  return formatId(crypto.getRandomValues(new Uint8Array(16)), 4);
}

/** Deterministic id from the given words, in its own namespace; random without TLS. */
export async function namedMessageId(...words: string[]): Promise<string> {
  if (!crypto.subtle) return newMessageId();
  const name = new TextEncoder().encode(words.join('\u0000'));
  const digest = await crypto.subtle.digest('SHA-256', name);
  return formatId(new Uint8Array(digest).slice(0, 16), 8);
}

function formatId(bytes: Uint8Array, version: number): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
