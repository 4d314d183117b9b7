import { calendarHours, slotGridMinutes } from '@parlance/contract/schedule';
import { spoken } from '@parlance/words/current';
import { addDays, dayAt, instantsOf, type LocalDay, startOfWeek } from './zoned-time';

/** The days a calendar shows at once, and where its arrows lead. */
export interface ShownDays {
  firstDay: LocalDay;
  dayCount: number;
  previous: LocalDay;
  next: LocalDay;
}

const narrowDayCount = 3;
const dayForm = /^\d{4}-\d{2}-\d{2}$/;

/** A day from an address, or null when it names none. */
export function readDay(text: string | null): LocalDay | null {
  if (text === null || !dayForm.test(text)) return null;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

const lastLine = calendarHours.last * 60 - slotGridMinutes;

/** The day a calendar opens on: today, until its last line has begun and nothing of it can be chosen any more. */
export function openingDay(zone: string, nowMs: number): LocalDay {
  const today = dayAt(zone, nowMs);
  const hasTimeLeft = instantsOf(zone, { day: today, minutes: lastLine }).some((instant) => instant > nowMs);
  return hasTimeLeft ? today : addDays(today, 1);
}

/** The first day of the week that holds this day, as the reader's language has its weeks. */
export const weekOf = (day: LocalDay): LocalDay => startOfWeek(day, spoken().weekStart);

/** A whole week where there is room, otherwise three days from the given one. */
export function shownDays(day: LocalDay, isWide: boolean): ShownDays {
  const firstDay = isWide ? weekOf(day) : day;
  const dayCount = isWide ? 7 : narrowDayCount;
  return { firstDay, dayCount, previous: addDays(firstDay, -dayCount), next: addDays(firstDay, dayCount) };
}
