import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { queryClient } from '#lib/query-client';
import type { SessionRuntime } from '#session/session-runtime';
import { useSignedIn } from '#session/signed-in';
import { type ChatEngine, createChatEngine } from './chat-engine';
import { chatKey, conversationQuery } from './chat-queries';
import { deleteChatStorage, deleteStorageOfOthers, openChatStorage } from './chat-storage';
import type { OutboxState, TabNews } from './outbox';
import type { Attention } from './reading';

/** Messages count as read while the page is visible and focused. */
const pageAttention: Attention = {
  isHere: () => document.visibilityState === 'visible' && document.hasFocus(),
  onReturn(listener) {
    const look = () => {
      if (pageAttention.isHere()) listener();
    };
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  },
};

let current: ChatEngine | null = null;

/** Chat engine of the signed-in member; one per page, closed at the end of the session. */
export function chatOf(runtime: SessionRuntime, userId: string): ChatEngine {
  if (current?.userId === userId) return current;
  current?.close();
  const engine = startChat(runtime, userId);
  current = engine;
  const unsubscribe = runtime.session.subscribe(() => {
    const { user, error } = runtime.session.getState();
    if (user?.userId === userId) return;
    unsubscribe();
    engine.close();
    if (current === engine) current = null;
    queryClient.removeQueries({ queryKey: chatKey(userId) });
    // A session lost by an error keeps its data; signing out deletes it.
    if (!user && !error) void deleteChatStorage(userId).catch(reportError);
  });
  return engine;
}

export function useChat(): ChatEngine {
  const { runtime, user } = useSignedIn();
  return chatOf(runtime, user.userId);
}

/** Cached conversation with a partner; the engine fetches and updates it. */
export function useConversation(partnerId: string) {
  const { runtime, user } = useSignedIn();
  const cache = useQueryClient();
  return useQuery({ ...conversationQuery(runtime.calls, user.userId, partnerId, cache), enabled: false });
}

export function useOutbox({ outbox }: ChatEngine): OutboxState {
  return useSyncExternalStore(outbox.subscribe, outbox.getState);
}

function startChat(
  { calls, realtime, messagesBeforeChatLoaded, session }: SessionRuntime,
  userId: string,
): ChatEngine {
  const channel = new BroadcastChannel(`parlance-chat-${userId}`);
  const storage = deleteStorageOfOthers(userId)
    .catch(reportError)
    .then(() => openChatStorage(userId));
  const userSessionId = session.tokens.getUserSessionId();
  if (userSessionId) void storage.then((opened) => opened.claim(userSessionId)).catch(reportError);
  const engine = createChatEngine({
    userId,
    calls,
    realtime,
    recentMessages: messagesBeforeChatLoaded(),
    cache: queryClient,
    storage,
    attention: pageAttention,
    tabs: {
      tell: (news) => channel.postMessage(news),
      onNews(listener) {
        const hear = ({ data }: MessageEvent<TabNews>) => listener(data);
        channel.addEventListener('message', hear);
        return () => channel.removeEventListener('message', hear);
      },
    },
    // Web Locks are missing without TLS. Two tabs can then send the same message; the server deduplicates it by id.
    withLock: async (name, task) =>
      'locks' in navigator ? navigator.locks.request(`${name}-${userId}`, task) : task(),
    isOnline: () => navigator.onLine,
    onOnline(listener) {
      window.addEventListener('online', listener);
      return () => window.removeEventListener('online', listener);
    },
    onFault: reportError,
  });
  return {
    ...engine,
    close() {
      engine.close();
      channel.close();
    },
  };
}
