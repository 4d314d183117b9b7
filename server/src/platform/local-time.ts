const minuteMs = 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** A zone that this machine does not know (any more) is read as UTC: one person's zone must not stop the others. */
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

/** What the clocks of a zone show, as if it were UTC. */
export const wallClock = (moment: Date, zone: string): Date =>
  new Date(`${formatOf(zone).format(moment).replace(' ', 'T')}Z`);

/** The day in a zone, such as 2030-03-05. */
export const localDay = (moment: Date, zone: string): string =>
  wallClock(moment, zone).toISOString().slice(0, 10);

/** The moment at which the clocks of a zone show so many minutes after midnight of the day. */
export function momentAt(day: string, minutes: number, zone: string): Date {
  const shown = Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs;
  const aheadMs = (at: number) => wallClock(new Date(at), zone).getTime() - at;
  // The second look is for zones that change their clocks between the two.
  return new Date(shown - aheadMs(shown - aheadMs(shown)));
}

/** The first moment of a day in a zone. Where the clocks jump over midnight it is the one at which they land. */
export function startOfDay(day: string, zone: string): Date {
  const midnight = momentAt(day, 0, zone);
  return localDay(midnight, zone) === day ? midnight : momentAt(day, 60, zone);
}

/** The day so many days later. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * 60 * minuteMs).toISOString().slice(0, 10);

/** The next moment after `now` at which the clocks of a zone show so many minutes after midnight. */
export function nextMomentAt(now: Date, minutes: number, zone: string): Date {
  const today = momentAt(localDay(now, zone), minutes, zone);
  if (today > now) return today;
  const tomorrow = new Date(`${localDay(now, zone)}T00:00:00Z`);
  tomorrow.setUTCDate(tomorrow.getUTCDate() + 1);
  return momentAt(tomorrow.toISOString().slice(0, 10), minutes, zone);
}
