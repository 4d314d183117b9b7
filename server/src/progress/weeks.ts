import { dayAfter, localDay, startOfDay } from '#platform/local-time';

/** The time zone of the days, and the first day of the week: 1 is Monday, 7 Sunday. */
export interface Calendar {
  zone: string;
  weekStart: number;
}

/** Whole local days, as a half-open interval. */
export interface Span {
  startsOn: string;
  from: Date;
  to: Date;
}

/** The first day of a day's week. */
function weekOf(day: string, weekStart: number): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return dayAfter(day, -((weekday - weekStart + 7) % 7));
}

// Counted in calendar days, not hours: DST makes two days a year longer or shorter.
const spansFrom = (first: string, count: number, days: number, zone: string): Span[] =>
  Array.from({ length: count }, (_, nth) => {
    const startsOn = dayAfter(first, nth * days);
    return { startsOn, from: startOfDay(startsOn, zone), to: startOfDay(dayAfter(startsOn, days), zone) };
  });

/** The seven days of the current week. */
export const daysOfWeek = (now: Date, { zone, weekStart }: Calendar): Span[] =>
  spansFrom(weekOf(localDay(now, zone), weekStart), 7, 1, zone);

/** The last weeks, ending with the current one. */
export const lastWeeks = (now: Date, count: number, { zone, weekStart }: Calendar): Span[] =>
  spansFrom(dayAfter(weekOf(localDay(now, zone), weekStart), -7 * (count - 1)), count, 7, zone);
