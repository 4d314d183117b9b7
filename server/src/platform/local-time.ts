const minuteMs = 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Falls back to UTC for a zone unknown to this machine: one member's zone must not fail a batch. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const style = { dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' } as const;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('sv-SE', { ...style, timeZone: zone });
  } catch {
    format = new Intl.DateTimeFormat('sv-SE', { ...style, timeZone: 'UTC' });
  }
  formats.set(zone, format);
  return format;
}

/** Returns the wall clock time of a zone as if it were UTC. */
export const wallClock = (moment: Date, zone: string): Date =>
  new Date(`${formatOf(zone).format(moment).replace(' ', 'T')}Z`);

/** Returns the calendar day in a zone, such as 2030-03-05. */
export const localDay = (moment: Date, zone: string): string =>
  wallClock(moment, zone).toISOString().slice(0, 10);

/** Returns the moment that is `minutes` after midnight of a day on a zone's wall clock. */
export function momentAt(day: string, minutes: number, zone: string): Date {
  const shown = Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs;
  const aheadMs = (at: number) => wallClock(new Date(at), zone).getTime() - at;
  // The second evaluation handles a clock change between the two offsets.
  return new Date(shown - aheadMs(shown - aheadMs(shown)));
}

/** Returns the first moment of a day in a zone, which is after midnight where the clocks skip midnight. */
export function startOfDay(day: string, zone: string): Date {
  const midnight = momentAt(day, 0, zone);
  return localDay(midnight, zone) === day ? midnight : momentAt(day, 60, zone);
}

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * 60 * minuteMs).toISOString().slice(0, 10);

/** Returns the next moment after `now` that is `minutes` after midnight on a zone's wall clock. */
export function nextMomentAt(now: Date, minutes: number, zone: string): Date {
  const today = momentAt(localDay(now, zone), minutes, zone);
  if (today > now) return today;
  const tomorrow = new Date(`${localDay(now, zone)}T00:00:00Z`);
  tomorrow.setUTCDate(tomorrow.getUTCDate() + 1);
  return momentAt(tomorrow.toISOString().slice(0, 10), minutes, zone);
}
