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

/** The API client of this tab: its session, its calls, the login flow and the socket. */
export interface SessionRuntime extends Client {
  readonly analytics: Analytics;
  /** The newest messages: the socket connects before the code that shows them has come. */
  recentMessages(): ChatMessage[];
  /** Tries again what the start could not do: the static data, the stored session, the user. */
  refresh(): Promise<void>;
}

// As many popups as anybody reads after a page that took its time.
const recentMessagesMax = 20;

// A lost network and a refused connection are part of life, and the status shows them; the rest is a fault.
function reportFault(error: unknown): void {
  if (!(error instanceof NetworkError || error instanceof ApiError)) reportError(error);
}

const loadForgetting = () => import('./forget-stored');

/** Starts the session of this tab and reports every state of it, beginning with the present one. */
export function startSession(onState: (state: SessionState) => void): SessionRuntime {
  const analytics = createAnalytics();
  const client = createClient({
    baseUrl: '',
    language: document.documentElement.lang,
    storage: createBrowserStorage(),
    // Web Locks are missing on pages without TLS; the server's grace for the last token covers that.
    locks: 'locks' in navigator ? { request: (name, task) => navigator.locks.request(name, task) } : null,
    identify: analytics.identify,
    sockets: true,
    onRealtimeError: reportFault,
  });
  const { session, realtime } = client;
  const recentMessages = rememberRecent<ChatMessage>(
    (listener) => realtime.on('chat:message', listener),
    recentMessagesMax,
  );
  let followed: string | null = null;
  const report = () => {
    const state = session.getState();
    // Once for each choice: the answer takes a moment, and states come meanwhile.
    const language = state.user?.locale ?? null;
    if (language !== followed && language !== document.documentElement.lang)
      void import('./follow-language')
        .then(({ followLanguage }) => followLanguage(language))
        .catch(() => undefined);
    followed = language;
    if (state.staticData) analytics.sendTo(state.staticData.analyticsUrl ?? null);
    // Fetched ahead: a sign-out must not depend on the connection.
    if (state.user) void loadForgetting().catch(() => undefined);
    onState(state);
  };
  const refresh = () => session.start();
  const onOnline = () => {
    const { error, user } = session.getState();
    if (!(error instanceof NetworkError)) return;
    // Somebody who is at work here is not shown the start again.
    if (user) session.updateUser().catch(() => undefined);
    else void refresh();
  };

  const stopForgetting = forgetFetchedOnLeaving(
    session,
    {
      clear() {
        queryClient.clear();
        recentMessages.clear();
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
    recentMessages: recentMessages.get,
    refresh,
    close() {
      window.removeEventListener('online', onOnline);
      unsubscribe();
      stopForgetting();
      client.close();
    },
  };
}
