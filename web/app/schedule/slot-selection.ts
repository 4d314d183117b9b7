import { slotGridMinutes } from '@parlance/contract/schedule';
import type { CalendarCell } from './calendar-grid';

export interface NewSlot {
  startsAt: Date;
  duration: number;
}

const cellMs = slotGridMinutes * 60_000;

/** Free cells of one day that a drag covers, in order of time, up to the first cell that is not free. */
export function dragSelection(
  dayCells: CalendarCell[],
  from: CalendarCell,
  to: CalendarCell,
): CalendarCell[] {
  const begin = dayCells.indexOf(from);
  const end = dayCells.indexOf(to);
  if (begin < 0 || end < 0) return [];
  const isForward = end >= begin;
  const covered = isForward ? dayCells.slice(begin, end + 1) : dayCells.slice(end, begin + 1).reverse();
  const stop = covered.findIndex((cell) => cell.state !== 'free');
  const free = stop < 0 ? covered : covered.slice(0, stop);
  return isForward ? free : free.reverse();
}

/**
 * Slots that fit into a selection one after the other. A shorter selection, such as a click, yields one slot from its start if there is
 * room.
 */
export function slotsInSelection(
  selection: CalendarCell[],
  duration: number,
  existing: Array<{ startsAt: Date; duration: number }>,
): NewSlot[] {
  const [first] = selection;
  if (!first) return [];
  const cellsOfSlot = duration / slotGridMinutes;
  const count = Math.max(1, Math.floor(selection.length / cellsOfSlot));
  return Array.from({ length: count }, (_, index) => ({
    startsAt: new Date(first.startsAt.getTime() + index * cellsOfSlot * cellMs),
    duration,
  })).filter((slot) => !existing.some((other) => areOverlapping(slot, other)));
}

/** Whether two slots overlap; adjacent ones do not. */
export function areOverlapping(a: NewSlot, b: NewSlot): boolean {
  return a.startsAt.getTime() < endOf(b) && b.startsAt.getTime() < endOf(a);
}

const endOf = ({ startsAt, duration }: NewSlot): number => startsAt.getTime() + duration * 60_000;
