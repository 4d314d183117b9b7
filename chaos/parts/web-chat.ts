import type { Client } from '@parlance/client/client';
import type { Calls } from '@parlance/client/http';
import { NetworkError } from '@parlance/client/network-error';
import type { ChatMessage } from '@parlance/contract/chat';
import type { QueryClient } from '@tanstack/react-query';
import { isWithoutGap, type SeenMessage } from '#history/history';
import { toSeen } from './load.ts';
import { loadFromWeb } from './web-modules.ts';

interface Engine {
  outbox: { getState(): { entries: { failure: string | null }[] } };
  open(partnerId: string): () => void;
  sendOnce(partnerId: string, content: string, clientMessageId: string): Promise<void>;
  close(): void;
}

const { createChatEngine } = await loadFromWeb<{
  createChatEngine(options: Record<string, unknown>): Engine;
}>('chat/engine/chat-engine');
const { createQueryClient } = await loadFromWeb<{ createQueryClient(): QueryClient }>('lib/query-client');
const { createMemoryStorage } = await loadFromWeb<{ createMemoryStorage(): unknown }>(
  'chat/engine/chat-storage',
);
const { conversationKey } = await loadFromWeb<{
  conversationKey(userId: string, partnerId: string): readonly string[];
}>('chat/engine/chat-queries');

/** The web app's chat engine without its screen, on one conversation. */
export interface WebChat {
  send(content: string, key: string): Promise<void>;
  /** Messages that the server has not acknowledged yet. */
  waiting(): number;
  /** Messages that the engine has given up on, with the error it would show. */
  failures(): string[];
  messages(): ChatMessage[];
  view(): SeenMessage[];
  /** Number of displayed states with a sequence gap. */
  gapsShown(): number;
  close(): void;
}

export interface WebChatOptions {
  client: Client;
  userId: string;
  partnerId: string;
  /** The engine reads the conversation only once, or gets no catch-up event. */
  sabotage?: 'no catch-up' | 'nobody tells to catch up' | null;
}

export function startWebChat({ client, userId, partnerId, sabotage = null }: WebChatOptions): WebChat {
  const cache = createQueryClient();
  const key = conversationKey(userId, partnerId);
  const known = () => cache.getQueryData<{ messages: ChatMessage[] }>(key)?.messages ?? [];
  let gaps = 0;
  cache.getQueryCache().subscribe(() => {
    if (!isWithoutGap(known().map(({ sequence = 0 }) => sequence))) gaps += 1;
  });
  const engine = createChatEngine({
    userId,
    calls: sabotage === 'no catch-up' ? readingOnce(client.calls) : client.calls,
    realtime:
      sabotage === 'nobody tells to catch up'
        ? { ...client.realtime, onConnect: () => () => {} }
        : client.realtime,
    cache,
    recentMessages: [],
    storage: Promise.resolve(createMemoryStorage()),
    attention: { isHere: () => true, onReturn: () => () => {} },
    tabs: { tell: () => {}, onNews: () => () => {} },
    withLock: (_name: string, task: () => Promise<void>) => task(),
    isOnline: () => true,
    onOnline: () => () => {},
    // A list that could not be read is refetched with the next event.
    onFault: () => {},
  });
  engine.open(partnerId);
  return {
    send: (content, clientMessageId) => engine.sendOnce(partnerId, content, clientMessageId),
    waiting: () => engine.outbox.getState().entries.length,
    failures: () => engine.outbox.getState().entries.flatMap(({ failure }) => failure ?? []),
    messages: known,
    view: () => known().map(toSeen),
    gapsShown: () => gaps,
    close() {
      engine.close();
      cache.clear();
    },
  };
}

function readingOnce(calls: Calls): Calls {
  let hasRead = false;
  const listMessages: Calls['listMessages'] = (...input) => {
    if (hasRead) return Promise.reject(new NetworkError());
    hasRead = true;
    return calls.listMessages(...input);
  };
  // Prototype inheritance: the calls are created on access, so a spread would copy none of them.
  return Object.assign(Object.create(calls), { listMessages });
}
