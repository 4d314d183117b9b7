import { useQuery } from '@tanstack/react-query';
import { unreadQuery } from '#chat/engine/chat-queries';
import { queryClient } from '#lib/query-client';
import { useSession } from '#session/session-context';
import type { SessionRuntime } from '#session/session-runtime';
import UnreadBadge from './unread-badge';

/** How much is unread by the server's count. The navigation stands outside the layout that provides the cache. */
export function useUnread(runtime: SessionRuntime, userId: string): number {
  return useQuery(unreadQuery(runtime.calls, userId), queryClient).data ?? 0;
}

function Total({ runtime, userId }: { runtime: SessionRuntime; userId: string }) {
  return <UnreadBadge unreadMessages={useUnread(runtime, userId)} />;
}

/** The unread number of the signed-in person. */
export default function UnreadTotal() {
  const { runtime, user } = useSession();
  return runtime && user ? <Total runtime={runtime} userId={user.userId} /> : null;
}
