import type { Calls } from '@parlance/client/http';
import { callWindowMs, isCallOpen } from '@parlance/contract/call';
import type { Appointment } from '@parlance/contract/schedule';
import { queryOptions } from '@tanstack/react-query';
import { scheduleKey } from '#schedule/schedule-queries';
import { endOf } from '#schedule/session-status';

// A summary can be read in the conversation for a day.
const summaryAgeMs = 24 * 3_600_000;
const longestSessionMs = 3_600_000;
const sessionsMax = 50;

/** A booked session as the call sees it. */
export interface CallSession {
  scheduleSlotId: string;
  /** Makes the offers. */
  ownerUserId: string;
  partnerId: string;
  partnerName: string;
  startsAt: Date;
  endsAt: Date;
}

/** Sessions of the last day and the next ones. */
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

/** What took place in a session, and who is there now. */
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

/** The session to join: the one that is on, else the one that begins soon, else the one that has just ended. */
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

/** The last session that is over, of the last day. */
export function sessionBefore(sessions: CallSession[], now: Date): CallSession | null {
  return (
    sessions.findLast(({ endsAt }) => endsAt <= now && now.getTime() - endsAt.getTime() < summaryAgeMs) ??
    null
  );
}

/** Until when a session can be joined. */
export const lastJoinOf = ({ endsAt }: Pick<CallSession, 'endsAt'>): Date =>
  new Date(endsAt.getTime() + callWindowMs.after);
