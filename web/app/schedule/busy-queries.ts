import type { Calls } from '@parlance/client/http';
import { queryOptions } from '@tanstack/react-query';
import { scheduleKey } from './schedule-queries';

export function busyCalendarsQuery(calls: Calls, userId: string) {
  return queryOptions({
    queryKey: [...scheduleKey, userId, 'busy-calendars'],
    queryFn: ({ signal }) => calls.listBusyCalendars(undefined, { signal }),
  });
}

/** When external calendars of the member are busy in a time span. */
export function busyTimesQuery(calls: Calls, userId: string, { from, until }: { from: Date; until: Date }) {
  return queryOptions({
    queryKey: [...scheduleKey, userId, 'busy', from.getTime(), until.getTime()],
    queryFn: async ({ signal }) =>
      (await calls.listBusyTimes({ start: from, end: until }, { signal })).ranges,
  });
}
