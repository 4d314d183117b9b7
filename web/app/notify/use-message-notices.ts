import type { ChatMessage } from '@parlance/contract/chat';
import { t } from '@parlance/words/current';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { queryClient } from '#lib/query-client';
import { profileQuery } from '#people/people-queries';
import { nameOf } from '#people/person-name';
import type { SessionRuntime } from '#session/session-runtime';
import { browserNoticesState } from './browser-notices';
import { createMessageNotices } from './message-notices';
import { claimOnce, isLookedAt, lookWhileVisible } from './tabs';

const profileFreshMs = 60_000;

/** Shows browser notifications for messages that arrive while the page is hidden. */
export function useMessageNotices(runtime: SessionRuntime, userId: string): void {
  const navigate = useNavigate();
  const open = useRef(navigate);
  open.current = navigate;
  useEffect(
    () => listen(runtime, userId, (partnerId) => void open.current(`/chat/${partnerId}`)),
    [runtime, userId],
  );
}

function listen(
  { calls, realtime, recentMessages }: SessionRuntime,
  userId: string,
  openConversation: (partnerId: string) => void,
): () => void {
  const notices = createMessageNotices({
    userId,
    isOn: () => browserNoticesState(userId) === 'on',
    isHidden: () => document.visibilityState === 'hidden',
    isLookedAtElsewhere: () => isLookedAt(userId),
    claim: (chatMessageId) => claimOnce(`parlance-notice-${chatMessageId}`),
    nameOf: async (partnerId) => {
      const query = { ...profileQuery(calls, userId, partnerId, queryClient), staleTime: profileFreshMs };
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
    openConversation,
  });
  const tell = (message: ChatMessage) => void notices.onMessage(message).catch(reportError);
  const onVisibility = () => {
    if (document.visibilityState === 'visible') notices.closeAll();
  };
  document.addEventListener('visibilitychange', onVisibility);
  const stops = [
    lookWhileVisible(userId),
    realtime.on('chat:message', tell),
    () => document.removeEventListener('visibilitychange', onVisibility),
    () => notices.closeAll(),
  ];
  for (const message of recentMessages()) tell(message);
  return () => {
    for (const stop of stops) stop();
  };
}
