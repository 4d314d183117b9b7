import * as z from 'zod/mini';
import { says } from './message.ts';
import { minutesOf, timeOf } from './weekly-hours.ts';

/** Free time is stored in half-hour cells of a local week that begins on Monday. */
export const freeCellMinutes = 30;
export const freeCellsPerDay = (24 * 60) / freeCellMinutes;
export const freeCells = 7 * freeCellsPerDay;
/** Two students need this many common cells, two of them consecutive, in the first and in the last week of the term. */
export const commonCellsMin = 4;
/** Maximum number of ranges of free time: a week of alternating half-hours. */
export const freeRangesMax = freeCells / 2;

const dayMinutes = 24 * 60;
const isHalfHour = (time: string, last: number) =>
  /^\d\d:(00|30)$/.test(time) && minutesOf(time) <= last && timeOf(minutesOf(time)) === time;
const time = (last: number) =>
  z.string().check(z.refine((value) => isHalfHour(value, last), 'Must be a time such as 18:00 or 18:30'));

/** A range of free time on one weekday, 1 being Monday, in the student's time zone; only an end can be 24:00. */
export const freeRange = z
  .object({
    weekday: z.int().check(z.minimum(1), z.maximum(7)),
    from: time(dayMinutes - freeCellMinutes),
    to: time(dayMinutes),
  })
  .check(z.refine((range) => range.from < range.to, { path: ['to'], error: 'Must be after the start' }));
export type FreeRange = z.output<typeof freeRange>;

/** The free time of a week; overlapping ranges are merged. */
export const freeHours = z
  .array(freeRange)
  .check(z.maxLength(freeRangesMax, says('At most {max} entries', { max: freeRangesMax })));

/** The cells, 0 to 335, that ranges cover, ascending. */
export function cellsOfRanges(ranges: readonly FreeRange[]): number[] {
  const cells = new Set<number>();
  for (const { weekday, from, to } of ranges) {
    const midnight = (weekday - 1) * freeCellsPerDay;
    const end = midnight + minutesOf(to) / freeCellMinutes;
    for (let cell = midnight + minutesOf(from) / freeCellMinutes; cell < end; cell++) cells.add(cell);
  }
  return [...cells].sort((a, b) => a - b);
}

/** The fewest ranges that cover the given ascending cells; a range never passes midnight. */
export function rangesOfCells(cells: readonly number[]): FreeRange[] {
  const ranges: { first: number; last: number }[] = [];
  for (const cell of cells) {
    const open = ranges.at(-1);
    if (open && open.last + 1 === cell && cell % freeCellsPerDay !== 0) open.last = cell;
    else ranges.push({ first: cell, last: cell });
  }
  return ranges.map(({ first, last }) => {
    const midnight = Math.floor(first / freeCellsPerDay) * freeCellsPerDay;
    return {
      weekday: midnight / freeCellsPerDay + 1,
      from: timeOf((first - midnight) * freeCellMinutes),
      to: timeOf((last + 1 - midnight) * freeCellMinutes),
    };
  });
}
