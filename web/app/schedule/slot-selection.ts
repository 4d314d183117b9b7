import { slotGridMinutes } from '@parlance/contract/schedule';
import type { CalendarCell } from './calendar-grid';

/** A slot to publish. */
export interface NewSlot {
  startsAt: Date;
  duration: number;
}

const cellMs = slotGridMinutes * 60_000;

/**
 * The free cells of one day that a drag has covered, in order of time. It stops at the first cell that is not free, seen
 * from where it began.
 */
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
 * The slots that a selection stands for: as many as fit into it one after the other. A selection shorter than one slot, as
 * after a single click, stands for one that begins there, if nothing is in its way.
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

/** Whether two slots share some time; one that begins when the other ends does not. */
export function areOverlapping(a: NewSlot, b: NewSlot): boolean {
  return a.startsAt.getTime() < endOf(b) && b.startsAt.getTime() < endOf(a);
}

const endOf = ({ startsAt, duration }: NewSlot): number => startsAt.getTime() + duration * 60_000;
