import type { Words } from '@parlance/words/words';
import { localDay, momentAt, wallClock } from '#platform/local-time';

const weekDays = 7;

export interface Zone {
  /** For Intl: an IANA name, or an offset such as +02:00. */
  id: string;
  /** For display. */
  label: string;
}

/** A member's zone: the IANA name, else the hour offset from an earlier browser report, else UTC. */
export function zoneOf(person: { time_zone: string | null; local_tz_offset: number | null }): Zone {
  if (person.time_zone !== null)
    return { id: person.time_zone, label: person.time_zone.replaceAll('_', ' ') };
  const hours = Math.round(person.local_tz_offset ?? 0);
  if (hours === 0 || Math.abs(hours) > 23) return { id: 'UTC', label: 'UTC' };
  const sign = hours < 0 ? '-' : '+';
  const id = `${sign}${String(Math.abs(hours)).padStart(2, '0')}:00`;
  return { id, label: `UTC${id}` };
}

/** The moment some weeks later with the same weekday and local time in a zone, across DST changes. */
export function weeksAfter(moment: Date, weeks: number, zone: string): Date {
  const shown = wallClock(moment, zone);
  const minutes = shown.getUTCHours() * 60 + shown.getUTCMinutes();
  shown.setUTCDate(shown.getUTCDate() + weekDays * weeks);
  return momentAt(localDay(shown, 'UTC'), minutes, zone);
}

/** Formats, for example, Tuesday, March 5, 2024, 18:00–18:30 (Europe/Berlin) */
export function sessionTime({ t, date, timeRange }: Words, startsAt: Date, endsAt: Date, zone: Zone): string {
  // words: Tuesday, March 5, 2024, 18:00–18:30 (Europe/Berlin)
  return t('{day}, {times} ({zone})', {
    day: date(startsAt, 'fullDay', zone.id),
    times: timeRange(startsAt, endsAt, zone.id),
    zone: zone.label,
  });
}

/** Whether two zones show the same day and time at a moment. */
export function areSameClock(moment: Date, a: Zone, b: Zone): boolean {
  const read = ({ id }: Zone) =>
    new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'short', timeZone: id }).format(moment);
  return read(a) === read(b);
}
