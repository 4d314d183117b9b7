import { endOf } from './session-status';
import { dayAt, daysBetween, type LocalDay, wallTimeAt } from './zoned-time';

interface Reader {
  zone: string;
  /** Decides between 18:00 and 6:00 PM; the browser's own when left out. */
  locale?: string | undefined;
}

interface TimeSpan {
  startsAt: Date;
  /** In minutes. */
  duration: number;
}

/** A time on the reader's clock. */
export function timeText(moment: Date, { zone, locale }: Reader): string {
  if (Number.isNaN(moment.getTime())) return 'Invalid time';
  return clockFormat(zone, locale).format(moment);
}

const clockFormats = new Map<string, Intl.DateTimeFormat>();

// A week of the calendar prints 448 times: making a formatter for each would be felt.
function clockFormat(zone: string, locale: string | undefined): Intl.DateTimeFormat {
  const key = `${zone} ${locale}`;
  const format =
    clockFormats.get(key) ?? new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: zone });
  clockFormats.set(key, format);
  return format;
}

/** The name of a time zone for people, such as Japan Standard Time. */
export function zoneName(timeZone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'long' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Such as 18:00–18:30. */
export function timeRangeText(span: TimeSpan, reader: Reader): string {
  if (Number.isNaN(span.startsAt.getTime())) return 'Invalid time';
  return `${timeText(span.startsAt, reader)}–${timeText(endOf(span), reader)}`;
}

const headingFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** A day as a heading: Tuesday, March 5, 2024. */
export function dayHeading(day: LocalDay): string {
  return headingFormat.format(new Date(`${day}T00:00:00Z`));
}

/** Items with a start, day by day as the viewer's clock has it; the order inside a day stays. */
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

/** The times of a session: on the reader's clock, and on the partner's where it shows something else. */
export function bothClocks(span: TimeSpan, reader: Reader, partner: Partner): [own: string, theirs?: string] {
  const own = timeRangeText(span, reader);
  if (!partner.zone || Number.isNaN(span.startsAt.getTime())) return [own];
  const instant = span.startsAt.getTime();
  const ownWall = wallTimeAt(reader.zone, instant);
  const theirWall = wallTimeAt(partner.zone, instant);
  if (ownWall.day === theirWall.day && ownWall.minutes === theirWall.minutes) return [own];
  const theirs = timeRangeText(span, { ...reader, zone: partner.zone });
  const shift = dayShiftText(daysBetween(ownWall.day, theirWall.day));
  return [`${own} your time`, `${theirs}${shift} for ${partner.name}`];
}

function dayShiftText(days: number): string {
  if (days === 0) return '';
  return ` ${days > 0 ? '+' : '−'}${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`;
}
