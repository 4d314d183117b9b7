import { counted, spoken, t } from '@parlance/words/current';
import { endOf } from './session-status';
import { dayAt, daysBetween, type LocalDay, wallTimeAt } from './zoned-time';

interface Reader {
  zone: string;
}

interface TimeSpan {
  startsAt: Date;
  /** In minutes. */
  duration: number;
}

export function timeText(moment: Date, { zone }: Reader): string {
  if (Number.isNaN(moment.getTime())) return t('Invalid time');
  return spoken().date(moment, 'clock', zone);
}

/** Readable name of a time zone, such as Japan Standard Time. */
export function zoneName(timeZone: string, at: Date): string {
  return spoken().zoneName(timeZone, at);
}

/** Such as 18:00–18:30. */
export function timeRangeText(span: TimeSpan, reader: Reader): string {
  if (Number.isNaN(span.startsAt.getTime())) return t('Invalid time');
  return spoken().timeRange(span.startsAt, endOf(span), reader.zone);
}

/** A day as a heading: Tuesday, March 5, 2024. */
export function dayHeading(day: LocalDay): string {
  return spoken().date(new Date(`${day}T00:00:00Z`), 'fullDay', 'UTC');
}

/** Groups items by day in a time zone; keeps the order within a day. */
export function groupByDay<Item extends { startsAt: Date }>(
  items: Item[],
  zone: string,
): Array<{ day: LocalDay; heading: string; items: Item[] }> {
  const days = new Map<LocalDay, Item[]>();
  for (const item of items) {
    const day = dayAt(zone, item.startsAt.getTime());
    days.set(day, [...(days.get(day) ?? []), item]);
  }
  return [...days]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, dayItems]) => ({ day, heading: dayHeading(day), items: dayItems }));
}

interface Partner {
  zone: string | null | undefined;
  name: string;
}

/** Times of a session for the member, and for the partner where they differ. */
export function bothClocks(span: TimeSpan, reader: Reader, partner: Partner): [own: string, theirs?: string] {
  const own = timeRangeText(span, reader);
  if (!partner.zone || Number.isNaN(span.startsAt.getTime())) return [own];
  const instant = span.startsAt.getTime();
  const ownWall = wallTimeAt(reader.zone, instant);
  const theirWall = wallTimeAt(partner.zone, instant);
  if (ownWall.day === theirWall.day && ownWall.minutes === theirWall.minutes) return [own];
  const theirs = timeRangeText(span, { ...reader, zone: partner.zone });
  const shift = dayShiftText(daysBetween(ownWall.day, theirWall.day));
  const time = shift === null ? theirs : t('{time} {shift}', { time: theirs, shift });
  // words: the hours of a session on one's own clock, then on the partner's
  return [t('{time} your time', { time: own }), t('{time} for {name}', { time, name: partner.name })];
}

function dayShiftText(days: number): string | null {
  if (days === 0) return null;
  const sign = days > 0 ? '+' : '−';
  // words: a time that is on the next or the last day for the partner: +1 day
  return counted(Math.abs(days), '{sign}1 day', '{sign}{count} days', { sign });
}
