interface TimeSpan {
  startsAt: Date;
  /** In minutes. */
  duration: number;
}

export const endOf = ({ startsAt, duration }: TimeSpan): Date =>
  new Date(startsAt.getTime() + duration * 60_000);

export type SessionStatus = 'upcoming' | 'in-session' | 'completed';

/** Status of a session; its end is exclusive. */
export function sessionStatus(session: TimeSpan, now: Date): SessionStatus {
  if (now < session.startsAt) return 'upcoming';
  return now < endOf(session) ? 'in-session' : 'completed';
}

interface BookableSlot {
  bookedByUserId: string | null;
  isBooked?: boolean | undefined;
}

/** Whether a slot is booked, even if the guest is hidden. */
export const isBooked = (slot: BookableSlot): boolean => slot.isBooked ?? slot.bookedByUserId !== null;

export type SlotStatus = 'free' | 'booked' | 'in-session' | 'started' | 'past';

/** Status of a slot. An unbooked one that has begun is `started`: neither free nor in session. */
export function slotStatus(slot: TimeSpan & BookableSlot, now: Date): SlotStatus {
  const status = sessionStatus(slot, now);
  if (status === 'completed') return 'past';
  if (status === 'in-session') return isBooked(slot) ? 'in-session' : 'started';
  return isBooked(slot) ? 'booked' : 'free';
}
