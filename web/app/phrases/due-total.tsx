import { counted, spoken } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#lib/query-client';
import { useSession } from '#session/session-context';
import type { SessionRuntime } from '#session/session-runtime';
import { Badge } from '#ui/badge';
import { dueCountQuery } from './phrases-queries';
import { reviewOutbox } from './review-outbox';

/** The number of due phrases beside 'Phrases': quiet, and nothing when there is none. */
export default function DueTotal() {
  const { runtime, user } = useSession();
  return runtime && user?.description ? <Total runtime={runtime} userId={user.userId} /> : null;
}

function Total({ runtime, userId }: { runtime: SessionRuntime; userId: string }) {
  // What waits from another day is sent wherever the person is.
  reviewOutbox(userId, runtime.calls);
  // The navigation stands outside the layout that provides the cache.
  const { data: due = 0 } = useQuery(dueCountQuery(runtime.calls, userId), queryClient);
  if (due === 0) return null;
  return (
    <Badge className="px-2 tabular-nums">
      <span aria-hidden="true">{spoken().number(due)}</span>
      <span className="sr-only">{counted(due, '1 due phrase', '{count} due phrases')}</span>
    </Badge>
  );
}
