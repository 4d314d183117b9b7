import { counted } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { countInFront } from '#lib/brand';
import { queryClient } from '#lib/query-client';
import { useSession } from '#session/session-context';
import type { SessionRuntime } from '#session/session-runtime';
import { Badge } from '#ui/badge';
import { statQuery } from './engine/chat-queries';

const shownMax = 9;
const nbsp = '\u00a0';

/** Text of the unread badge: the count, '9+' above nine, empty for zero. */
export function unreadLabel(unreadMessages: number): string {
  if (unreadMessages <= 0) return '';
  return unreadMessages > shownMax ? `${shownMax}+` : String(unreadMessages);
}

/** Puts the unread count in front of a title: (3) Messages. */
export function titleWithUnread(title: string, unread: number): string {
  const bare = title.replace(countInFront, '');
  return unread > 0 ? `(${unread}) ${bare}` : bare;
}

/**
 * Keeps the unread count in front of every title that a screen sets; returns the stop function. While a page is printed its title is
 * without the count: browsers print it and make it the name of the file.
 */
export function showUnreadInTitle(unread: number): () => void {
  let shown = unread;
  const show = () => {
    const title = titleWithUnread(document.title, shown);
    if (title !== document.title) document.title = title;
  };
  const setPrinting = ({ type }: Event) => {
    shown = type === 'beforeprint' ? 0 : unread;
    show();
  };
  addEventListener('beforeprint', setPrinting);
  addEventListener('afterprint', setPrinting);
  const observer = new MutationObserver(show);
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  show();
  return () => {
    observer.disconnect();
    removeEventListener('beforeprint', setPrinting);
    removeEventListener('afterprint', setPrinting);
    document.title = titleWithUnread(document.title, 0);
  };
}

/** Unread count from the server. Uses the global client because the navigation renders outside the query provider. */
export function useUnread(runtime: SessionRuntime, userId: string): number {
  return useQuery(statQuery(runtime.calls, userId), queryClient).data?.unreadMessages ?? 0;
}

export function UnreadBadge({ unreadMessages = 0 }: { unreadMessages?: number }) {
  const label = unreadLabel(unreadMessages);
  if (!label) return null;
  return (
    <Badge tone="strong" className="px-2 tabular-nums">
      <span aria-hidden="true">{label}</span>
      <span className="sr-only">
        {/* Separates it from the word in front: names of links are joined without spaces. */}
        {nbsp}
        {counted(unreadMessages, '1 unread message', '{count} unread messages')}
      </span>
    </Badge>
  );
}

function Total({ runtime, userId }: { runtime: SessionRuntime; userId: string }) {
  return <UnreadBadge unreadMessages={useUnread(runtime, userId)} />;
}

export default function UnreadTotal() {
  const { runtime, user } = useSession();
  return runtime && user ? <Total runtime={runtime} userId={user.userId} /> : null;
}
