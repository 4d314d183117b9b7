/** A local calendar day, such as 2026-03-29. */
export type LocalDay = string;

/** A local time: day and minutes after midnight. */
export interface WallTime {
  day: LocalDay;
  minutes: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const formatters = new Map<string, Intl.DateTimeFormat>();

// Cached: creating a formatter costs a hundred times as much as using it.
function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}

/** Local time of a zone at an instant. */
export function wallTimeAt(zone: string, instantMs: number): WallTime {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(instantMs)) parts[type] = value;
  return {
    day: `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}`,
    minutes: Number(parts.hour) * 60 + Number(parts.minute),
  };
}

export const dayAt = (zone: string, instantMs: number): LocalDay => wallTimeAt(zone, instantMs).day;

/** All instants with this local time in a zone: none in a skipped hour, two in a repeated one. */
export function instantsOf(zone: string, wall: WallTime): number[] {
  const asUtc = utcOf(wall);
  const offsets = new Set([-dayMs, 0, dayMs].map((shift) => offsetAt(zone, asUtc + shift)));
  return [...offsets]
    .filter((offset) => offsetAt(zone, asUtc - offset) === offset)
    .map((offset) => asUtc - offset)
    .toSorted((a, b) => a - b);
}

/** First instant of a day, also where midnight is skipped. */
export function startOfDay(zone: string, day: LocalDay): number {
  const midnight = { day, minutes: 0 };
  // For a skipped midnight, the offset before the change yields the instant of the change.
  return instantsOf(zone, midnight)[0] ?? utcOf(midnight) - offsetAt(zone, utcOf(midnight) - dayMs);
}

/** Adds calendar days, independent of clock changes. */
export function addDays(day: LocalDay, days: number): LocalDay {
  return new Date(utcOf({ day, minutes: 0 }) + days * dayMs).toISOString().slice(0, 10);
}

export function daysBetween(from: LocalDay, to: LocalDay): number {
  return (utcOf({ day: to, minutes: 0 }) - utcOf({ day: from, minutes: 0 })) / dayMs;
}

/** First day of the week of a day; weeks begin on `firstWeekday`, from 1 (Monday) to 7 (Sunday). */
export function startOfWeek(day: LocalDay, firstWeekday: number): LocalDay {
  const weekday = new Date(utcOf({ day, minutes: 0 })).getUTCDay();
  return addDays(day, -((weekday + 7 - firstWeekday) % 7));
}

/** UTC offset of a zone at an instant, in milliseconds, rounded to whole minutes. */
export function offsetAt(zone: string, instantMs: number): number {
  return utcOf(wallTimeAt(zone, instantMs)) - Math.floor(instantMs / minuteMs) * minuteMs;
}

const utcOf = ({ day, minutes }: WallTime): number => Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs;
