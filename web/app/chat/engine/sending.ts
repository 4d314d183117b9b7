import type { Calls } from '@parlance/client/http';
import { type Realtime, SocketNotConnectedError } from '@parlance/client/realtime';
import type { ChatMessage } from '@parlance/contract/chat';
import type { Corrects } from '@parlance/contract/corrections';
import { ApiError } from '@parlance/contract/errors';
import type { Draft, KeptAudio, OutboxEntry } from './chat-storage';
import { createOutbox, type OutboxPorts } from './outbox';

// A connection that is half open never answers; the next attempt goes out under the same id.
const textTimeoutMs = 15_000;
const voiceTimeoutMs = 120_000;

/** What sending needs of its surroundings. */
export interface SendingPorts extends Omit<OutboxPorts, 'send'> {
  calls: Calls;
  realtime: Realtime;
  /** Somebody writes to this partner. */
  onAnswer(partnerId: string): void;
}

/** What the person writes: drafts, and messages that wait in the outbox until the server has them. */
export type Sending = ReturnType<typeof createSending>;

export function createSending({ calls, realtime, onAnswer, ...ports }: SendingPorts) {
  const { storage } = ports;
  const outbox = createOutbox({
    ...ports,
    send: (entry, onProgress) => deliver({ calls, realtime }, entry, onProgress),
  });
  const entryOf = (partnerId: string, part: Partial<OutboxEntry>): OutboxEntry => ({
    clientMessageId: newMessageId(),
    partnerId,
    createdAt: new Date(),
    content: null,
    audio: null,
    failure: null,
    ...part,
  });
  const answer = (partnerId: string, part: Partial<OutboxEntry>) => {
    onAnswer(partnerId);
    return outbox.add(entryOf(partnerId, part), { isFromDraft: true });
  };
  return {
    outbox,
    async sendText(partnerId: string, text: string, topicId?: string): Promise<void> {
      const content = text.trim();
      if (content !== '') await answer(partnerId, { content, ...(topicId && { topicId }) });
    },
    /** Sends a correction of something the partner wrote. Its draft is apart from that of the conversation, and the caller's to drop. */
    async sendCorrection(partnerId: string, content: string, corrects: Corrects): Promise<void> {
      onAnswer(partnerId);
      await outbox.add(entryOf(partnerId, { content, corrects }));
    },
    sendVoice: (partnerId: string, audio: KeptAudio): Promise<void> => answer(partnerId, { audio }),
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
  { partnerId: userId, clientMessageId, content, corrects, topicId, audio }: OutboxEntry,
  onProgress: (fraction: number) => void,
): Promise<ChatMessage> {
  if (audio) {
    return calls.sendVoiceMessage(
      { userId, clientMessageId, audio: new Blob([audio.bytes], { type: audio.type }) },
      { onProgress, signal: AbortSignal.timeout(voiceTimeoutMs) },
    );
  }
  const text = {
    userId,
    clientMessageId,
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
