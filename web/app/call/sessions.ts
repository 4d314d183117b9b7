import type { Calls } from '@parlance/client/http';
import { callWindowMs, isCallOpen } from '@parlance/contract/call';
import type { Appointment } from '@parlance/contract/schedule';
import { queryOptions } from '@tanstack/react-query';
import { scheduleKey } from '#schedule/schedule-queries';
import { endOf } from '#schedule/session-status';

// A summary is shown in the conversation for a day.
const summaryAgeMs = 24 * 3_600_000;
const longestSessionMs = 3_600_000;
const sessionsMax = 50;

export interface CallSession {
  scheduleSlotId: string;
  /** Owner of the slot; creates the WebRTC offers. */
  ownerUserId: string;
  partnerId: string;
  partnerName: string;
  startsAt: Date;
  endsAt: Date;
}

export function sessionsAroundQuery(calls: Calls, userId: string) {
  return queryOptions({
    queryKey: [...scheduleKey, userId, 'around'],
    queryFn: async ({ signal }) => {
      const start = new Date(Date.now() - summaryAgeMs - longestSessionMs);
      const { slots } = await calls.listAppointments({ start, limit: sessionsMax }, { signal });
      return slots;
    },
  });
}

/** Summary of a session and its current participants. */
export function summaryQuery(calls: Calls, userId: string, scheduleSlotId: string) {
  return queryOptions({
    queryKey: ['call', userId, scheduleSlotId],
    queryFn: ({ signal }) => calls.getCallSummary({ scheduleSlotId }, { signal }),
  });
}

export function sessionsWith(
  appointments: Appointment[],
  partnerId: string,
  partnerName: string,
): CallSession[] {
  return appointments
    .filter((slot) => slot.userId === partnerId || slot.bookedByUserId === partnerId)
    .map((slot) => ({
      scheduleSlotId: slot.scheduleSlotId,
      ownerUserId: slot.userId,
      partnerId,
      partnerName,
      startsAt: slot.startsAt,
      endsAt: endOf(slot),
    }));
}

/** The session to join: the current one, else the next one, else the one that just ended. */
export function sessionToJoin<Session extends Pick<CallSession, 'startsAt' | 'endsAt'>>(
  sessions: Session[],
  now: Date,
): Session | null {
  const open = sessions.filter(({ startsAt, endsAt }) => isCallOpen(startsAt, endsAt, now));
  return (
    open.find(({ startsAt, endsAt }) => startsAt <= now && now < endsAt) ??
    open.find(({ startsAt }) => now < startsAt) ??
    open.at(-1) ??
    null
  );
}

/** The most recent session that ended within the last day. */
export function sessionBefore(sessions: CallSession[], now: Date): CallSession | null {
  return (
    sessions.findLast(({ endsAt }) => endsAt <= now && now.getTime() - endsAt.getTime() < summaryAgeMs) ??
    null
  );
}

/** End of the time window for joining. */
export const lastJoinOf = ({ endsAt }: Pick<CallSession, 'endsAt'>): Date =>
  new Date(endsAt.getTime() + callWindowMs.after);
