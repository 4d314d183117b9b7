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

interface BookableSlot {
  bookedByUserId: string | null;
  isBooked?: boolean | undefined;
}

/** Whether a slot is taken, also where the viewer does not see by whom. */
export const isBooked = (slot: BookableSlot): boolean => slot.isBooked ?? slot.bookedByUserId !== null;

export type SlotStatus = 'free' | 'booked' | 'in-session' | 'started' | 'past';

/** The status of a slot in somebody's availability. One that began without anybody is no session, and free no more. */
export function slotStatus(slot: TimeSpan & BookableSlot, now: Date): SlotStatus {
  const status = sessionStatus(slot, now);
  if (status === 'completed') return 'past';
  if (status === 'in-session') return isBooked(slot) ? 'in-session' : 'started';
  return isBooked(slot) ? 'booked' : 'free';
}
