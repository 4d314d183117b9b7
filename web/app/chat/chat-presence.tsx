import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { ongoing } from '#call/ongoing';
import { useMessageNotices } from '#notify/use-message-notices';
import { useSession } from '#session/session-context';
import type { SessionRuntime } from '#session/session-runtime';
import { chatOf } from './engine/chat';
import { PopupRegion } from './popup-region';
import { showUnreadInTitle, useUnread } from './unread';

const chatPath = /^\/chats?(\/|$)/;

/** Chat parts present on every screen: engine, popups and the unread count in the title. Loaded after the screen. */
export default function ChatPresence() {
  const { runtime, user } = useSession();
  return runtime && user ? <Presence key={user.userId} runtime={runtime} userId={user.userId} /> : null;
}

function Presence({ runtime, userId }: { runtime: SessionRuntime; userId: string }) {
  const chat = chatOf(runtime, userId);
  const { pathname } = useLocation();
  const unread = useUnread(runtime, userId);

  useMessageNotices(runtime, userId);
  useEffect(() => showUnreadInTitle(unread), [unread]);
  useEffect(() => {
    if (chatPath.test(pathname)) chat.refreshUnread();
  }, [chat, pathname]);

  const { Presence: CallPresence } = useSyncExternalStore(ongoing.subscribe, ongoing.get);
  return (
    <>
      <PopupRegion popups={chat.popups} />
      {CallPresence && <CallPresence />}
    </>
  );
}
