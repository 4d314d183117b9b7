import { calendarHours, type OwnScheduleSlot, slotGridMinutes } from '@parlance/contract/schedule';
import { isBooked } from './session-status';
import { addDays, type LocalDay, offsetAt, wallTimeAt } from './zoned-time';

/** `available` is an own unbooked slot; a cell that has begun is `past` regardless of its slot. */
export type CellState = 'past' | 'free' | 'available' | 'booked';

/** A quarter of an hour that exists on this day. */
export interface CalendarCell {
  startsAt: Date;
  day: LocalDay;
  /** Minutes after midnight in the viewer's time zone. */
  minutes: number;
  /** 1 for the second occurrence when the clock is set back. */
  repeat: number;
  state: CellState;
  slot: OwnScheduleSlot | null;
  /** Whether an external calendar of the member is busy then. */
  isBusyElsewhere?: true;
}

/** A busy time of an external calendar. */
export interface BusyTime {
  startsAt: Date;
  endsAt: Date;
}

/** A grid row: a time of day. A day without that time has no cell there. */
export interface CalendarRow {
  minutes: number;
  repeat: number;
  /** One for each day. */
  cells: Array<CalendarCell | null>;
}

export interface CalendarDay {
  day: LocalDay;
  /** In order of time, without a gap. */
  cells: CalendarCell[];
  /** Own slots of this day outside the shown hours. */
  slotsOutside: OwnScheduleSlot[];
}

export interface CalendarGrid {
  days: CalendarDay[];
  rows: CalendarRow[];
}

interface GridOptions {
  zone: string;
  firstDay: LocalDay;
  dayCount: number;
  now: Date;
  slots: OwnScheduleSlot[];
  busyTimes?: readonly BusyTime[];
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const cellMs = slotGridMinutes * minuteMs;
const firstMinute = calendarHours.first * 60;
const lastMinute = calendarHours.last * 60;
/** Upper bound of a clock change in any time zone. */
const clockChangeMaxMs = 3 * hourMs;

/**
 * Quarters of an hour between 6:00 and 22:00 in the viewer's time zone. Cells are derived from instants, so a skipped hour has none and a
 * repeated one has two.
 */
export function buildCalendarGrid(options: GridOptions): CalendarGrid {
  const { zone, firstDay, dayCount, now, slots, busyTimes = [] } = options;
  const slotAt = occupancyOf(slots);
  const days = Array.from({ length: dayCount }, (_, index): CalendarDay => {
    const day = addDays(firstDay, index);
    const cells = cellTimesOf(zone, day).map((time) => {
      const slot = slotAt.get(time.startsAt.getTime()) ?? null;
      const state = stateOf(time.startsAt, slot, now);
      return { ...time, slot, state, ...busyPart(time.startsAt, state, busyTimes) };
    });
    return { day, cells, slotsOutside: slots.filter((slot) => isOutside(zone, day, slot)) };
  });
  return { days, rows: rowsOf(days) };
}

type CellTime = Omit<CalendarCell, 'slot' | 'state' | 'isBusyElsewhere'>;

function cellTimesOf(zone: string, day: LocalDay): CellTime[] {
  const noon = Date.parse(`${day}T12:00:00Z`);
  const midnight = noon - 12 * hourMs - offsetAt(zone, noon);
  const from = Math.floor((midnight + firstMinute * minuteMs - clockChangeMaxMs) / cellMs) * cellMs;
  const to = midnight + lastMinute * minuteMs + clockChangeMaxMs;
  const times: CellTime[] = [];
  for (let instant = from; instant < to; instant += cellMs) {
    const { day: shownDay, minutes } = wallTimeAt(zone, instant);
    if (shownDay !== day || minutes < firstMinute || minutes >= lastMinute) continue;
    const repeat = times.filter((time) => time.minutes === minutes).length;
    times.push({ startsAt: new Date(instant), day, minutes, repeat });
  }
  return times;
}

function occupancyOf(slots: OwnScheduleSlot[]): Map<number, OwnScheduleSlot> {
  const slotAt = new Map<number, OwnScheduleSlot>();
  for (const slot of slots) {
    for (let at = 0; at < slot.duration * minuteMs; at += cellMs)
      slotAt.set(slot.startsAt.getTime() + at, slot);
  }
  return slotAt;
}

function stateOf(startsAt: Date, slot: OwnScheduleSlot | null, now: Date): CellState {
  if (startsAt <= now) return 'past';
  if (slot === null) return 'free';
  return isBooked(slot) ? 'booked' : 'available';
}

/** A time that has passed is not marked. */
function busyPart(
  startsAt: Date,
  state: CellState,
  busyTimes: readonly BusyTime[],
): { isBusyElsewhere?: true } {
  const isBusy = isBusyElsewhere({ startsAt, duration: slotGridMinutes }, busyTimes);
  return isBusy && state !== 'past' ? { isBusyElsewhere: true } : {};
}

/** Whether a slot overlaps a busy time. */
export function isBusyElsewhere(
  { startsAt, duration }: { startsAt: Date; duration: number },
  busyTimes: readonly BusyTime[],
): boolean {
  const start = startsAt.getTime();
  const end = start + duration * minuteMs;
  return busyTimes.some((busy) => busy.startsAt.getTime() < end && busy.endsAt.getTime() > start);
}

function isOutside(zone: string, day: LocalDay, slot: OwnScheduleSlot): boolean {
  const wall = wallTimeAt(zone, slot.startsAt.getTime());
  return wall.day === day && (wall.minutes < firstMinute || wall.minutes >= lastMinute);
}

function rowsOf(days: CalendarDay[]): CalendarRow[] {
  const rows = new Map<string, CalendarRow>();
  days.forEach(({ cells }, index) => {
    for (const cell of cells) {
      const { minutes, repeat } = cell;
      const key = `${minutes}/${repeat}`;
      const row = rows.get(key) ?? { minutes, repeat, cells: days.map(() => null) };
      row.cells[index] = cell;
      rows.set(key, row);
    }
  });
  return inOrderOfTime([...rows.values()]);
}

/** Puts a repeated hour after the whole first occurrence, not quarter by quarter. */
function inOrderOfTime(rows: CalendarRow[]): CalendarRow[] {
  const lastRepeated = Math.max(-1, ...rows.filter((row) => row.repeat > 0).map((row) => row.minutes));
  const place = (row: CalendarRow) =>
    row.repeat === 0 && row.minutes > lastRepeated ? Infinity : row.repeat;
  return rows.toSorted((a, b) => (place(a) === place(b) ? a.minutes - b.minutes : place(a) - place(b)));
}
