import type { Calls } from '@parlance/client/http';
import { slotListLookBackMs, slotPageSizes } from '@parlance/contract/schedule';
import { queryOptions } from '@tanstack/react-query';
import { readSlots } from './read-slots';

/** Prefix of all query keys of slots and sessions. */
export const scheduleKey = ['schedule'] as const;

const lookBack = () => new Date(Date.now() - slotListLookBackMs);

/** All own slots that begin within a time span. */
export function ownSlotsQuery(calls: Calls, userId: string, { from, until }: { from: Date; until: Date }) {
  return queryOptions({
    queryKey: [...scheduleKey, userId, 'own', from.getTime(), until.getTime()],
    queryFn: async ({ signal }) => {
      const slots = await readSlots(
        (part) => calls.listOwnSlots({ start: from, ...part }, { signal }),
        (page) => page.some((slot) => slot.startsAt >= until),
      );
      return slots.filter((slot) => slot.startsAt < until);
    },
  });
}

export function weeklyHoursQuery(calls: Calls, userId: string) {
  return queryOptions({
    queryKey: [...scheduleKey, userId, 'weekly-hours'],
    queryFn: ({ signal }) => calls.getWeeklyHours(undefined, { signal }),
  });
}

export function availabilityQuery(calls: Calls, viewerId: string | null, userId: string, page: number) {
  const limit = slotPageSizes.profile;
  return queryOptions({
    queryKey: [...scheduleKey, viewerId, 'availability', userId, page],
    queryFn: ({ signal }) =>
      calls.listSlots({ userId, start: lookBack(), limit, offset: (page - 1) * limit }, { signal }),
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[3] === userId ? previous : undefined,
  });
}

/** One slot of a member, from the list, as the API has no call for a single one; null if it is gone. */
export function slotQuery(
  calls: Calls,
  viewerId: string,
  { userId, slotId }: { userId: string; slotId: string },
) {
  return queryOptions({
    queryKey: [...scheduleKey, viewerId, 'slot', userId, slotId],
    queryFn: async ({ signal }) => {
      const isIt = (slot: { scheduleSlotId: string }) => slot.scheduleSlotId === slotId;
      const start = lookBack();
      const slots = await readSlots(
        (part) => calls.listSlots({ userId, start, ...part }, { signal }),
        (page) => page.some(isIt),
      );
      return slots.find(isIt) ?? null;
    },
  });
}

/** All open slots of a member, offered when the requested one is gone. */
export function openSlotsQuery(calls: Calls, viewerId: string, userId: string) {
  return queryOptions({
    queryKey: [...scheduleKey, viewerId, 'open', userId],
    queryFn: ({ signal }) => {
      const start = new Date();
      return readSlots(
        (part) => calls.listSlots({ userId, start, ...part }, { signal }),
        () => false,
      );
    },
  });
}

/** One page of the member's sessions from a moment on. */
export function appointmentsQuery(
  calls: Calls,
  userId: string,
  { start, page }: { start: Date; page: number },
) {
  const limit = slotPageSizes.appointments;
  return queryOptions({
    queryKey: [...scheduleKey, userId, 'appointments', start.getTime(), page],
    queryFn: ({ signal }) => calls.listAppointments({ start, limit, offset: (page - 1) * limit }, { signal }),
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === userId ? previous : undefined,
  });
}
