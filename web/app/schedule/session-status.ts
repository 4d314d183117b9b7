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

export type SlotStatus = 'free' | 'booked' | 'in-session' | 'past';

/** The status of a slot in somebody's availability; one that runs is in session whether or not it is booked. */
export function slotStatus(slot: TimeSpan & { bookedByUserId: string | null }, now: Date): SlotStatus {
  const status = sessionStatus(slot, now);
  if (status === 'completed') return 'past';
  if (status === 'in-session') return 'in-session';
  return slot.bookedByUserId === null ? 'free' : 'booked';
}
