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

/** The page is seen and has the focus: what it shows counts as read. */
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

/** The chat of the signed-in person; one for the page, from the first time it is asked for until they are gone. */
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
    // Whoever lost the session by an error finds everything again; who signed out leaves nothing behind.
    if (!user && !error) void deleteChatStorage(userId).catch(reportError);
  });
  return engine;
}

/** The chat of the signed-in person. */
export function useChat(): ChatEngine {
  const { runtime, user } = useSignedIn();
  return chatOf(runtime, user.userId);
}

/** The conversation with a partner. The engine reads it and keeps it up to date; here it is only looked at. */
export function useConversation(partnerId: string) {
  const { runtime, user } = useSignedIn();
  const cache = useQueryClient();
  return useQuery({ ...conversationQuery(runtime.calls, user.userId, partnerId, cache), enabled: false });
}

/** What is on its way out. */
export function useOutbox({ outbox }: ChatEngine): OutboxState {
  return useSyncExternalStore(outbox.subscribe, outbox.getState);
}

function startChat({ calls, realtime, recentMessages, session }: SessionRuntime, userId: string): ChatEngine {
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
    recentMessages: recentMessages(),
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
    // Web Locks are missing on pages without TLS. Two tabs may then send the same message: the server keeps one.
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
