import { dayAfter, localDay, startOfDay } from '#platform/local-time';

/** Whose days are meant, and with which of them a week begins: 1 is Monday, 7 Sunday. */
export interface Calendar {
  zone: string;
  weekStart: number;
}

/** Whole days of a zone, from their first moment to the first one after them. */
export interface Span {
  startsOn: string;
  from: Date;
  to: Date;
}

/** The first day of the week that a day lies in. */
function weekOf(day: string, weekStart: number): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return dayAfter(day, -((weekday - weekStart + 7) % 7));
}

// Days are counted on the calendar, not in hours: two of them a year are longer or shorter.
const spansFrom = (first: string, count: number, days: number, zone: string): Span[] =>
  Array.from({ length: count }, (_, nth) => {
    const startsOn = dayAfter(first, nth * days);
    return { startsOn, from: startOfDay(startsOn, zone), to: startOfDay(dayAfter(startsOn, days), zone) };
  });

/** The seven days of the present week. */
export const daysOfWeek = (now: Date, { zone, weekStart }: Calendar): Span[] =>
  spansFrom(weekOf(localDay(now, zone), weekStart), 7, 1, zone);

/** The last weeks, the present one last. */
export const lastWeeks = (now: Date, count: number, { zone, weekStart }: Calendar): Span[] =>
  spansFrom(dayAfter(weekOf(localDay(now, zone), weekStart), -7 * (count - 1)), count, 7, zone);
