import type { ScheduleSlot } from '@parlance/contract/schedule';
import { isBooked } from './session-status';

interface NearestOptions {
  /** The time somebody wanted. */
  around: Date;
  now: Date;
  count?: number;
}

/**
 * The free slots ahead that lie nearest to a time, soonest first: what to offer after a lost race. The time itself is not
 * among them: it may be free and still not for somebody who has another session then.
 */
export function nearestFreeSlots<Slot extends ScheduleSlot>(
  slots: Slot[],
  { around, now, count = 3 }: NearestOptions,
): Slot[] {
  const distance = (slot: Slot) => Math.abs(slot.startsAt.getTime() - around.getTime());
  const bySoonest = (a: Slot, b: Slot) => a.startsAt.getTime() - b.startsAt.getTime();
  return slots
    .filter((slot) => !isBooked(slot) && slot.startsAt > now && distance(slot) > 0)
    .toSorted((a, b) => distance(a) - distance(b) || bySoonest(a, b))
    .slice(0, count)
    .toSorted(bySoonest);
}
