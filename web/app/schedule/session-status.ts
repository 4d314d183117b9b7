interface TimeSpan {
  startsAt: Date;
  /** In minutes. */
  duration: number;
}

/** When a slot or session is over. */
export const endOf = ({ startsAt, duration }: TimeSpan): Date =>
  new Date(startsAt.getTime() + duration * 60_000);

export type SessionStatus = 'upcoming' | 'in-session' | 'completed';

/** The status of a session: in session from its start until just before its end. */
export function sessionStatus(session: TimeSpan, now: Date): SessionStatus {
  if (now < session.startsAt) return 'upcoming';
  return now < endOf(session) ? 'in-session' : 'completed';
}

export type SlotStatus = 'free' | 'booked' | 'in-session' | 'started' | 'past';

/** The status of a slot in somebody's availability. One that began without anybody is no session, and free no more. */
export function slotStatus(slot: TimeSpan & { bookedByUserId: string | null }, now: Date): SlotStatus {
  const status = sessionStatus(slot, now);
  const isBooked = slot.bookedByUserId !== null;
  if (status === 'completed') return 'past';
  if (status === 'in-session') return isBooked ? 'in-session' : 'started';
  return isBooked ? 'booked' : 'free';
}
