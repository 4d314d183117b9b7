import { counted } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#lib/query-client';
import { useSession } from '#session/session-context';
import type { SessionRuntime } from '#session/session-runtime';
import { Badge } from '#ui/badge';
import { unreadQuery } from './engine/chat-queries';

const shownMax = 9;
const countInFront = /^\(\d+\) /;

/** The number on the unread badge: the count, '9+' above nine, nothing for none. */
export function unreadLabel(unreadMessages: number): string {
  if (unreadMessages <= 0) return '';
  return unreadMessages > shownMax ? `${shownMax}+` : String(unreadMessages);
}

/** The title of a screen with the unread number in front: (3) Messages. */
export function titleWithUnread(title: string, unread: number): string {
  const bare = title.replace(countInFront, '');
  return unread > 0 ? `(${unread}) ${bare}` : bare;
}

/** Keeps the number in front of whatever title the screens set; answers how to stop. */
export function showUnreadInTitle(unread: number): () => void {
  const show = () => {
    const title = titleWithUnread(document.title, unread);
    if (title !== document.title) document.title = title;
  };
  const observer = new MutationObserver(show);
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  show();
  return () => {
    observer.disconnect();
    document.title = titleWithUnread(document.title, 0);
  };
}

/** How much is unread by the server's count. The navigation stands outside the layout that provides the cache. */
export function useUnread(runtime: SessionRuntime, userId: string): number {
  return useQuery(unreadQuery(runtime.calls, userId), queryClient).data ?? 0;
}

/** The unread number beside 'Messages'. */
export function UnreadBadge({ unreadMessages = 0 }: { unreadMessages?: number }) {
  const label = unreadLabel(unreadMessages);
  if (!label) return null;
  return (
    <Badge tone="strong" className="px-2 tabular-nums">
      <span aria-hidden="true">{label}</span>
      <span className="sr-only">
        {counted(unreadMessages, '1 unread message', '{count} unread messages')}
      </span>
    </Badge>
  );
}

function Total({ runtime, userId }: { runtime: SessionRuntime; userId: string }) {
  return <UnreadBadge unreadMessages={useUnread(runtime, userId)} />;
}

/** The unread number of the signed-in person. */
export default function UnreadTotal() {
  const { runtime, user } = useSession();
  return runtime && user ? <Total runtime={runtime} userId={user.userId} /> : null;
}
