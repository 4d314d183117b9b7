import type { Calls } from '@parlance/client/http';
import { type Realtime, SocketNotConnectedError } from '@parlance/client/realtime';
import type { ChatMessage } from '@parlance/contract/chat';
import { ApiError } from '@parlance/contract/errors';
import type { OutboxEntry } from './chat-storage';

// A connection that is half open never answers; the next attempt goes out under the same id.
const textTimeoutMs = 15_000;
const voiceTimeoutMs = 120_000;

interface Ways {
  calls: Calls;
  realtime: Realtime;
}

/** One attempt: a text through the socket while it is connected, everything else by HTTP. */
export async function deliverEntry(
  { calls, realtime }: Ways,
  { partnerId: userId, clientMessageId, content, audio }: OutboxEntry,
  onProgress: (fraction: number) => void,
): Promise<ChatMessage> {
  if (audio) {
    return calls.sendVoiceMessage(
      { userId, clientMessageId, audio: new Blob([audio.bytes], { type: audio.type }) },
      { onProgress, signal: AbortSignal.timeout(voiceTimeoutMs) },
    );
  }
  const text = { userId, clientMessageId, content: content ?? '' };
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
