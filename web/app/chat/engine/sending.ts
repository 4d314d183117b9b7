import type { Calls } from '@parlance/client/http';
import { type Realtime, SocketNotConnectedError } from '@parlance/client/realtime';
import type { ChatMessage, QuotedMessage } from '@parlance/contract/chat';
import type { Corrects } from '@parlance/contract/corrections';
import { ApiError } from '@parlance/contract/errors';
import type { Draft, KeptAudio, KeptPicture, OutboxEntry } from './chat-storage';
import { createOutbox, type OutboxPorts } from './outbox';

// A connection that is half open never answers; the next attempt goes out under the same id.
const textTimeoutMs = 15_000;
const fileTimeoutMs = 120_000;

/** What sending needs of its surroundings. */
export interface SendingPorts extends Omit<OutboxPorts, 'send'> {
  calls: Calls;
  realtime: Realtime;
  /** Somebody writes to this partner. */
  onAnswer(partnerId: string): void;
}

/** What a message is about; absent where it stands for itself. */
interface About {
  repliesTo?: QuotedMessage | undefined;
  topicId?: string | undefined;
}

/** What the person writes: drafts, and messages that wait in the outbox until the server has them. */
export type Sending = ReturnType<typeof createSending>;

export function createSending({ calls, realtime, onAnswer, ...ports }: SendingPorts) {
  const { storage } = ports;
  const outbox = createOutbox({
    ...ports,
    send: (entry, onProgress, cancelled) => deliver({ calls, realtime }, entry, onProgress, cancelled),
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
  const answer = (partnerId: string, part: Partial<OutboxEntry>, about: About = {}) => {
    onAnswer(partnerId);
    return outbox.add(entryOf(partnerId, part, about), { isFromDraft: true });
  };
  return {
    outbox,
    async sendText(partnerId: string, text: string, about: About = {}): Promise<void> {
      const content = text.trim();
      if (content !== '') await answer(partnerId, { content }, about);
    },
    /** Sends a correction of something the partner wrote. Its draft is apart from that of the conversation, and the caller's to drop. */
    async sendCorrection(partnerId: string, content: string, corrects: Corrects): Promise<void> {
      onAnswer(partnerId);
      await outbox.add(entryOf(partnerId, { content, corrects }));
    },
    sendVoice: (partnerId: string, audio: KeptAudio, about: About = {}): Promise<void> =>
      answer(partnerId, { audio }, about),
    /** Sends each picture as a message; the first is the reply, and the last has the caption, which then stands below all. */
    async sendPictures(
      partnerId: string,
      pictures: KeptPicture[],
      caption: string,
      about: About = {},
    ): Promise<void> {
      const last = pictures.length - 1;
      for (const [place, picture] of pictures.entries()) {
        const content = place === last ? caption.trim() || null : null;
        await answer(partnerId, { picture, content }, place === 0 ? about : {});
      }
    },
    /** Edits or deletes an own message: `changed` is how it is to be. What was asked for before and waits is dropped. */
    async changeMessage(changed: ChatMessage, { isFromDraft = false } = {}): Promise<void> {
      const { chatMessageId, toUserId, content } = changed;
      const waiting = outbox
        .getState()
        .entries.filter((entry) => entry.changed?.chatMessageId === chatMessageId);
      await outbox.add(entryOf(toUserId, { content, changed }), { isFromDraft });
      for (const entry of waiting) await outbox.discard(entry.clientMessageId);
    },
    /** Sends a text under an id of the caller's choice: however often it is called, one message is sent. */
    async sendOnce(partnerId: string, text: string, clientMessageId: string): Promise<void> {
      const content = text.trim();
      if (content !== '') await outbox.add(entryOf(partnerId, { content, clientMessageId }));
    },
    readDraft: async (key: string) => (await storage).readDraft(key),
    writeDraft: async (key: string, draft: Draft | null) => (await storage).writeDraft(key, draft),
  };
}

/** One attempt: a text through the socket while it is connected, everything else by HTTP. */
async function deliver(
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
      // A socket cannot renew its token; a call can.
      const isWorthACall =
        error instanceof SocketNotConnectedError || (error instanceof ApiError && error.statusCode === 401);
      if (!isWorthACall) throw error;
    }
  }
  return calls.sendTextMessage(text, { signal: AbortSignal.timeout(textTimeoutMs) });
}

/** A random id for a message. Not crypto.randomUUID, which pages without TLS lack. */
export function newMessageId(): string {
  return formatId(crypto.getRandomValues(new Uint8Array(16)), 4);
}

/** The same words always make the same id, in a space of their own. Pages without TLS get a random one. */
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
