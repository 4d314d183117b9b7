import {
  commonCellsMin,
  freeCellMinutes,
  freeCells,
  freeCellsPerDay,
} from '@parlance/contract/programme-hours';
import { dayAfter, momentAt } from '#platform/local-time';

// Zones differ by quarters of an hour, so free half-hours of two students are compared in quarters of a UTC week.
const quarterMs = 15 * 60_000;
const quartersPerCell = freeCellMinutes / 15;
const quarters = freeCells * quartersPerCell;
const words = quarters / 32;
const commonQuartersMin = commonCellsMin * quartersPerCell;
/** Two consecutive cells: one hour in one piece. */
const runMin = 2 * quartersPerCell;

/** A bit for each quarter of the first and of the last week of the term. */
export type FreeTime = readonly [first: Uint32Array, last: Uint32Array];

/** The Monday of a day's week. */
const mondayOf = (day: string): string =>
  dayAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

// One takes over a thousand formatted dates, and every view and round of a programme needs those of the same weeks and zones.
const quarterMaps = new Map<string, Uint16Array>();
const quarterMapsMax = 2000;

/** The quarter of the UTC week in which each local cell begins. Weeks wrap: Sunday evening in one zone is Monday in another. */
function quarterOfCells(monday: string, zone: string): Uint16Array {
  const key = `${monday} ${zone}`;
  const known = quarterMaps.get(key);
  if (known) return known;
  if (quarterMaps.size >= quarterMapsMax) quarterMaps.clear();
  const quarters = computeQuarters(monday, zone);
  quarterMaps.set(key, quarters);
  return quarters;
}

function computeQuarters(monday: string, zone: string): Uint16Array {
  const start = Date.parse(`${monday}T00:00:00Z`);
  return Uint16Array.from({ length: freeCells }, (_, cell) => {
    const day = dayAfter(monday, Math.floor(cell / freeCellsPerDay));
    const moment = momentAt(day, (cell % freeCellsPerDay) * freeCellMinutes, zone).getTime();
    return ((((moment - start) / quarterMs) % quarters) + quarters) % quarters;
  });
}

export interface Term {
  startsOn: string;
  endsOn: string;
}

/** Converts local cells for the term, with the clock changes between its first and last week. */
export function createFreeTimes({
  startsOn,
  endsOn,
}: Term): (cells: readonly number[], zone: string) => FreeTime {
  const mondays = [mondayOf(startsOn), mondayOf(endsOn)] as const;
  return (cells, zone) => [
    bitsOf(cells, quarterOfCells(mondays[0], zone)),
    bitsOf(cells, quarterOfCells(mondays[1], zone)),
  ];
}

function bitsOf(cells: readonly number[], quarterOf: Uint16Array): Uint32Array {
  const bits = new Uint32Array(words);
  for (const cell of cells) {
    for (let step = 0; step < quartersPerCell; step++) {
      const quarter = ((quarterOf[cell] ?? 0) + step) % quarters;
      bits[quarter >> 5] = (bits[quarter >> 5] ?? 0) | (1 << (quarter & 31));
    }
  }
  return bits;
}

function countBits(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const isSet = (a: Uint32Array, b: Uint32Array, quarter: number): boolean =>
  (((a[quarter >> 5] ?? 0) & (b[quarter >> 5] ?? 0)) >>> (quarter & 31)) % 2 === 1;

/** Common cells of one week, or 0 below the minimum or without an hour in one piece. */
function commonInWeek(a: Uint32Array, b: Uint32Array): number {
  let common = 0;
  for (let word = 0; word < words; word++) common += countBits((a[word] ?? 0) & (b[word] ?? 0));
  if (common < commonQuartersMin) return 0;
  for (let quarter = 0, run = 0; quarter < quarters + runMin; quarter++) {
    run = isSet(a, b, quarter % quarters) ? run + 1 : 0;
    if (run === runMin) return Math.floor(common / quartersPerCell);
  }
  return 0;
}

/** Common half-hours in the worse of the two weeks; 0 when there are too few to meet. */
export const commonCells = (a: FreeTime, b: FreeTime): number =>
  Math.min(commonInWeek(a[0], b[0]), commonInWeek(a[1], b[1]));

/** The local cells, of those given, in which the other is free in both weeks. */
export const cellsWithin = (
  timeOf: (cells: readonly number[]) => FreeTime,
  cells: readonly number[],
  other: FreeTime,
): number[] =>
  cells.filter((cell) => {
    const own = timeOf([cell]);
    return own.every((week, which) => week.every((word, at) => (word & ~(other[which]?.[at] ?? 0)) === 0));
  });
