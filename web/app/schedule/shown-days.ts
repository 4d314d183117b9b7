import { calendarHours, slotGridMinutes } from '@parlance/contract/schedule';
import { spoken } from '@parlance/words/current';
import { addDays, dayAt, instantsOf, type LocalDay, startOfWeek } from './zoned-time';

/** Days shown at once, and the targets of the arrows. */
export interface ShownDays {
  firstDay: LocalDay;
  dayCount: number;
  previous: LocalDay;
  next: LocalDay;
}

const narrowDayCount = 3;
const dayForm = /^\d{4}-\d{2}-\d{2}$/;

/** Parses a day from the URL; null if invalid. */
export function readDay(text: string | null): LocalDay | null {
  if (text === null || !dayForm.test(text)) return null;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

const lastLine = calendarHours.last * 60 - slotGridMinutes;

/** Day on opening: today, until its last quarter has begun. */
export function openingDay(zone: string, nowMs: number): LocalDay {
  const today = dayAt(zone, nowMs);
  const hasTimeLeft = instantsOf(zone, { day: today, minutes: lastLine }).some((instant) => instant > nowMs);
  return hasTimeLeft ? today : addDays(today, 1);
}

/** First day of the week of a day, by the interface language. */
export const weekOf = (day: LocalDay): LocalDay => startOfWeek(day, spoken().weekStart);

/** A whole week on a wide screen, otherwise three days from the given one. */
export function shownDays(day: LocalDay, isWide: boolean): ShownDays {
  const firstDay = isWide ? weekOf(day) : day;
  const dayCount = isWide ? 7 : narrowDayCount;
  return { firstDay, dayCount, previous: addDays(firstDay, -dayCount), next: addDays(firstDay, dayCount) };
}
