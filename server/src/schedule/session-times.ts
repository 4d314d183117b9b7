import type { Words } from '@parlance/words/words';
import { localDay, momentAt, wallClock } from '#platform/local-time';

const weekDays = 7;

/** A time zone to print times in. */
export interface Zone {
  /** What Intl takes: an IANA name, or an offset such as +02:00. */
  id: string;
  /** How a reader knows it. */
  label: string;
}

/** The zone of a person: their IANA name, else the whole hours their browser once reported, else UTC. */
export function zoneOf(person: { time_zone: string | null; local_tz_offset: number | null }): Zone {
  if (person.time_zone !== null)
    return { id: person.time_zone, label: person.time_zone.replaceAll('_', ' ') };
  const hours = Math.round(person.local_tz_offset ?? 0);
  if (hours === 0 || Math.abs(hours) > 23) return { id: 'UTC', label: 'UTC' };
  const sign = hours < 0 ? '-' : '+';
  const id = `${sign}${String(Math.abs(hours)).padStart(2, '0')}:00`;
  return { id, label: `UTC${id}` };
}

/** The moment so many weeks later at which the clocks of a zone show the same weekday and time, whatever they do in between. */
export function weeksAfter(moment: Date, weeks: number, zone: string): Date {
  const shown = wallClock(moment, zone);
  const minutes = shown.getUTCHours() * 60 + shown.getUTCMinutes();
  shown.setUTCDate(shown.getUTCDate() + weekDays * weeks);
  return momentAt(localDay(shown, 'UTC'), minutes, zone);
}

/** Such as: Tuesday, March 5, 2024, 18:00–18:30 (Europe/Berlin) */
export function sessionTime({ t, date, timeRange }: Words, startsAt: Date, endsAt: Date, zone: Zone): string {
  // words: Tuesday, March 5, 2024, 18:00–18:30 (Europe/Berlin)
  return t('{day}, {times} ({zone})', {
    day: date(startsAt, 'fullDay', zone.id),
    times: timeRange(startsAt, endsAt, zone.id),
    zone: zone.label,
  });
}

/** Whether both people read the same day and time off their clocks at this moment. */
export function areSameClock(moment: Date, a: Zone, b: Zone): boolean {
  const read = ({ id }: Zone) =>
    new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'short', timeZone: id }).format(moment);
  return read(a) === read(b);
}
