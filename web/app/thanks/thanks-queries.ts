import type { Calls } from '@parlance/client/http';
import { thanksPageSizes } from '@parlance/contract/thanks';
import { queryOptions } from '@tanstack/react-query';
import { peopleKey } from '#people/people-queries';
import { scheduleKey } from '#schedule/schedule-queries';

export function sessionThanksQuery(calls: Calls, userId: string, scheduleSlotId: string) {
  return queryOptions({
    queryKey: [...scheduleKey, userId, 'thanks', scheduleSlotId],
    queryFn: ({ signal }) => calls.getSessionThanks({ scheduleSlotId }, { signal }),
  });
}

export function thanksQuery(calls: Calls, viewerId: string, userId: string, page: number) {
  const limit = thanksPageSizes.profile;
  return queryOptions({
    queryKey: [...peopleKey, viewerId, 'thanks', userId, page],
    queryFn: ({ signal }) => calls.listThanks({ userId, limit, offset: (page - 1) * limit }, { signal }),
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[3] === userId ? previous : undefined,
  });
}
