import type { Calls } from '@parlance/client/http';
import { answerableMs } from '@parlance/contract/trust';
import { queryOptions } from '@tanstack/react-query';
import { readSlots } from '#schedule/read-slots';
import { scheduleKey } from '#schedule/schedule-queries';

/** Past sessions that can still be answered, including answered ones. */
export function endedSessionsQuery(calls: Calls, userId: string) {
  return queryOptions({
    queryKey: [...scheduleKey, userId, 'ended'],
    queryFn: async ({ signal }) => {
      const now = new Date();
      const start = new Date(now.getTime() - answerableMs);
      const sessions = await readSlots(
        (part) => calls.listAppointments({ start, ...part }, { signal }),
        (page) => page.some(({ startsAt }) => startsAt > now),
      );
      return sessions.filter(({ outcome }) => outcome?.isOpen);
    },
  });
}

/** One of the member's sessions. Sessions of a member never overlap, so the first from its start on is the right one. */
export function ownSessionQuery(
  calls: Calls,
  userId: string,
  { scheduleSlotId, startsAt }: { scheduleSlotId: string; startsAt: Date },
) {
  return queryOptions({
    queryKey: [...scheduleKey, userId, 'session', scheduleSlotId],
    queryFn: async ({ signal }) => {
      const { slots } = await calls.listAppointments({ start: startsAt, limit: 1 }, { signal });
      return slots.find((slot) => slot.scheduleSlotId === scheduleSlotId) ?? null;
    },
  });
}
