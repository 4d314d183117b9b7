import type { Calls } from '@parlance/client/http';
import type { ChatMessage } from '@parlance/contract/chat';
import { t } from '@parlance/words/current';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { queryClient } from '#lib/query-client';
import { profileQuery } from '#people/people-queries';
import { nameOf } from '#people/person-name';
import type { SessionRuntime } from '#session/session-runtime';
import { createMessageNotices } from './message-notices';
import { browserNoticesState, personPaths } from './notices-state';
import { isPushOn } from './push-state';
import { claimOnce, isLookedAt, lookWhileVisible } from './tabs';

const profileFreshMs = 60_000;

/** Loaded on use. */
const withPush = (act: (push: typeof import('./push-device')) => Promise<void>) =>
  void import('./push-device').then(act).catch(() => undefined);
const offer = (calls: Calls, userId: string) =>
  void import('./push-offer').then(({ offerPush }) => offerPush({ calls }, userId)).catch(() => undefined);

/** Shows browser notifications for messages that arrive while the page is hidden. */
export function useMessageNotices(runtime: SessionRuntime, userId: string): void {
  const navigate = useNavigate();
  const open = useRef(navigate);
  open.current = navigate;
  const [hasSent, setSent] = useState(false);
  const isWithPerson = personPaths.test(useLocation().pathname);
  useEffect(() => {
    const onSent = () => setSent(true);
    return listen(runtime, userId, (path) => void open.current(path), onSent);
  }, [runtime, userId]);
  useEffect(() => {
    if (!hasSent || isWithPerson) return;
    setSent(false);
    offer(runtime.calls, userId);
  }, [hasSent, isWithPerson, runtime, userId]);
}

function listen(
  { calls, realtime, messagesBeforeChatLoaded }: SessionRuntime,
  userId: string,
  openPath: (path: string) => void,
  onSent: () => void,
): () => void {
  const notices = createMessageNotices({
    userId,
    isOn: () => browserNoticesState(userId) === 'on',
    isHidden: () => document.visibilityState === 'hidden',
    isLookedAtElsewhere: () => isLookedAt(userId),
    claim: (chatMessageId) => claimOnce(`parlance-notice-${chatMessageId}`),
    nameOf: async (partnerId) => {
      // A hidden page pauses retries, so that the notification would not be shown at all.
      const options = { staleTime: profileFreshMs, retry: false };
      const query = { ...profileQuery(calls, userId, partnerId, queryClient), ...options };
      return queryClient.fetchQuery(query).then(nameOf, () => t('Someone'));
    },
    show({ title, body, tag, onClick }) {
      const notification = new Notification(title, { body, tag, icon: '/favicon.svg' });
      notification.onclick = () => {
        window.focus();
        onClick();
      };
      return notification;
    },
    openConversation: (partnerId) => openPath(`/chat/${partnerId}`),
  });
  const tell = (message: ChatMessage) => {
    void notices.onMessage(message).catch(reportError);
    if (message.fromUserId === userId) onSent();
  };
  const onVisibility = () => {
    if (document.visibilityState !== 'visible') return;
    notices.closeAll();
    if (isPushOn(userId)) withPush(({ closePushes }) => closePushes());
  };
  // The service worker asks whether a screen is shown, and to open one: without an answer it opens another window.
  const onWorkerMessage = ({ data, ports }: MessageEvent) => {
    if (typeof data?.open === 'string') openPath(data.open);
    else if (data?.isAt !== window.location.pathname) return;
    ports[0]?.postMessage(true);
  };
  document.addEventListener('visibilitychange', onVisibility);
  navigator.serviceWorker?.addEventListener('message', onWorkerMessage);
  onVisibility();
  // Offline, the next start renews it.
  if (isPushOn(userId)) withPush(({ renewPush }) => renewPush(calls, userId));
  const stops = [
    lookWhileVisible(userId),
    realtime.on('chat:message', tell),
    () => document.removeEventListener('visibilitychange', onVisibility),
    () => navigator.serviceWorker?.removeEventListener('message', onWorkerMessage),
    () => notices.closeAll(),
  ];
  for (const message of messagesBeforeChatLoaded()) tell(message);
  return () => {
    for (const stop of stops) stop();
  };
}
