const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}

/** What the clock on the wall shows, as if it were UTC. */
function wallClock(timeZone: string, instant: Date): number {
  const part = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return Date.parse(`${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:00Z`);
}

/** Whether it is a time of day there at which people answer. */
export function isAwake(timeZone: string, instant: Date): boolean {
  const hour = new Date(wallClock(timeZone, instant)).getUTCHours();
  return hour >= 8 && hour < 22;
}

/** The local days, such as 2026-11-15, that begin with today. */
export function daysAhead(timeZone: string, from: Date, count: number): string[] {
  const today = wallClock(timeZone, from);
  return Array.from({ length: count }, (_, day) => new Date(today + day * dayMs).toISOString().slice(0, 10));
}

/** The moment at which the clock there shows so many minutes after midnight of the day. */
export function momentIn(timeZone: string, day: string, minutes: number): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs;
  // The offset is that of the answer, not of the guess: around a change of the clocks they differ.
  let moment = wanted;
  for (let round = 0; round < 2; round += 1) moment += wanted - wallClock(timeZone, new Date(moment));
  return new Date(moment);
}
