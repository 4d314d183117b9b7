import { type Client, createClient } from '@parlance/client/client';
import { NetworkError } from '@parlance/client/network-error';
import type { SessionState } from '@parlance/client/session';
import { createBrowserStorage } from '@parlance/client/token-storage';
import type { ChatMessage } from '@parlance/contract/chat';
import { ApiError } from '@parlance/contract/errors';
import { queryClient } from '#lib/query-client';
import { rememberRecent } from '#lib/recent-values';
import { type Analytics, createAnalytics } from './analytics';
import { forgetFetchedOnLeaving } from './forget-fetched';

/** API client of this tab: session, calls and socket. */
export interface SessionRuntime extends Client {
  readonly analytics: Analytics;
  /** The newest messages since the start: the socket connects before the chat code has loaded. */
  messagesBeforeChatLoaded(): ChatMessage[];
  /** Retries what failed at the start: static data, stored session, user. */
  refresh(): Promise<void>;
}

// Limit of buffered messages, each of which becomes a popup.
const bufferedMessagesMax = 20;

// Network and API errors are expected and visible in the status; everything else is a fault.
function reportFault(error: unknown): void {
  if (!(error instanceof NetworkError || error instanceof ApiError)) reportError(error);
}

const loadForgetting = () => import('./forget-stored');

/** Starts the session of this tab; `onState` receives the current state first, then every change. */
export function startSession(onState: (state: SessionState) => void): SessionRuntime {
  const analytics = createAnalytics();
  const client = createClient({
    baseUrl: '',
    language: document.documentElement.lang,
    storage: createBrowserStorage(),
    // Web Locks are missing without TLS; the server's grace period for the last token covers concurrent renewals.
    locks: 'locks' in navigator ? { request: (name, task) => navigator.locks.request(name, task) } : null,
    identify: analytics.identify,
    sockets: true,
    onRealtimeError: reportFault,
  });
  const { session, realtime } = client;
  const messagesBeforeChatLoaded = rememberRecent<ChatMessage>(
    (listener) => realtime.on('chat:message', listener),
    bufferedMessagesMax,
  );
  let followed: string | null = null;
  const report = () => {
    const state = session.getState();
    // Once per choice: states repeat while the import is pending.
    const language = state.user?.locale ?? null;
    if (language !== followed && language !== document.documentElement.lang)
      void import('./follow-language')
        .then(({ followLanguage }) => followLanguage(language))
        .catch(() => undefined);
    followed = language;
    if (state.staticData) analytics.sendTo(state.staticData.analyticsUrl ?? null);
    // Preloaded, so that signing out works offline.
    if (state.user) void loadForgetting().catch(() => undefined);
    onState(state);
  };
  const refresh = () => session.start();
  const onOnline = () => {
    const { error, user } = session.getState();
    if (!(error instanceof NetworkError)) return;
    // A signed-in member must not see the loading screen again.
    if (user) session.updateUser().catch(() => undefined);
    else void refresh();
  };

  const stopForgetting = forgetFetchedOnLeaving(
    session,
    {
      clear() {
        queryClient.clear();
        messagesBeforeChatLoaded.clear();
      },
    },
    () => void loadForgetting().then(({ forgetStoredHere }) => forgetStoredHere(), reportError),
  );
  const unsubscribe = session.subscribe(report);
  window.addEventListener('online', onOnline);
  report();
  void refresh();

  return {
    ...client,
    analytics,
    messagesBeforeChatLoaded: messagesBeforeChatLoaded.get,
    refresh,
    close() {
      window.removeEventListener('online', onOnline);
      unsubscribe();
      stopForgetting();
      client.close();
    },
  };
}
