import { counted, spoken } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#lib/query-client';
import { useSession } from '#session/session-context';
import type { SessionRuntime } from '#session/session-runtime';
import { Badge } from '#ui/badge';
import { dueCountQuery } from './phrases-queries';
import { reviewOutbox } from './review-outbox';

/** Number of due phrases beside 'Phrases'; hidden at zero. */
export default function DueTotal() {
  const { runtime, user } = useSession();
  return runtime && user?.description ? <Total runtime={runtime} userId={user.userId} /> : null;
}

function Total({ runtime, userId }: { runtime: SessionRuntime; userId: string }) {
  // Creating the outbox sends reviews left from earlier visits, on any screen.
  reviewOutbox(userId, runtime.calls);
  // Global client: the navigation renders outside the query provider.
  const { data: due = 0 } = useQuery(dueCountQuery(runtime.calls, userId), queryClient);
  if (due === 0) return null;
  return (
    <Badge className="px-2 tabular-nums">
      <span aria-hidden="true">{spoken().number(due)}</span>
      {/* Separates it from the word in front: names of links are joined without spaces. */}
      <span className="sr-only">
        {'\u00a0'}
        {counted(due, '1 due phrase', '{count} due phrases')}
      </span>
    </Badge>
  );
}
