import type { ScheduleSlot } from '@parlance/contract/schedule';
import { isBooked } from './session-status';

interface NearestOptions {
  /** The requested time. */
  around: Date;
  now: Date;
  count?: number;
}

/**
 * Free future slots nearest to a time, soonest first, offered after a lost race. Excludes that time itself, which can conflict with another
 * session of the member.
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
