import { areOverlapping, type NewSlot } from './slot-selection';
import { addDays, instantsOf, wallTimeAt } from './zoned-time';

/** Reason for leaving out a copy: skipped hour, past, existing or overlapping slot. */
export type SkipReason = 'no-such-time' | 'past' | 'exists' | 'overlaps';

export interface CopyPlan {
  /** In order of time; one call each. */
  create: NewSlot[];
  skipped: Array<{ source: NewSlot; week: number; reason: SkipReason }>;
}

interface CopyOptions {
  zone: string;
  sources: NewSlot[];
  /** Offsets in weeks: [1] copies last week into this one, [1, 2, 3] repeats for three weeks. */
  weeks: number[];
  /** Slots in the target weeks. */
  existing: NewSlot[];
  now: Date;
}

/** Copies slots to the same local time in other weeks, across clock changes. */
export function planCopies({ zone, sources, weeks, existing, now }: CopyOptions): CopyPlan {
  const plan: CopyPlan = { create: [], skipped: [] };
  for (const week of weeks) {
    for (const source of sources) {
      const copy = copyOf(zone, source, week);
      const reason = copy ? reasonToSkip(copy, [...existing, ...plan.create], now) : 'no-such-time';
      if (copy && reason === null) plan.create.push(copy);
      else if (reason !== null) plan.skipped.push({ source, week, reason });
    }
  }
  plan.create.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  return plan;
}

/** Offsets of the following weeks, for `planCopies`. */
export const nextWeeks = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

function copyOf(zone: string, { startsAt, duration }: NewSlot, week: number): NewSlot | null {
  const { day, minutes } = wallTimeAt(zone, startsAt.getTime());
  const [instant] = instantsOf(zone, { day: addDays(day, week * 7), minutes });
  return instant === undefined ? null : { startsAt: new Date(instant), duration };
}

function reasonToSkip(copy: NewSlot, present: NewSlot[], now: Date): SkipReason | null {
  if (copy.startsAt <= now) return 'past';
  const isSame = (slot: NewSlot) =>
    slot.duration === copy.duration && slot.startsAt.getTime() === copy.startsAt.getTime();
  if (present.some(isSame)) return 'exists';
  return present.some((slot) => areOverlapping(slot, copy)) ? 'overlaps' : null;
}
