import { minutesOf, type WeeklyRule } from '@parlance/contract/weekly-hours';
import { dayAfter, localDay, startOfDay, wallClock } from '#platform/local-time';

export interface WeeklyTime {
  startsAt: Date;
  duration: number;
}

interface Hours {
  timeZone: string;
  rules: readonly WeeklyRule[];
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * The times of rules that start in [from, until), in order and without overlaps. A local time that the clocks skip is left out; one that
 * they show twice counts once, the first time.
 */
export function weeklyTimes({ timeZone, rules }: Hours, from: Date, until: Date): WeeklyTime[] {
  const times: WeeklyTime[] = [];
  if (rules.length === 0) return times;
  const byDay = Map.groupBy(rules, ({ weekday }) => weekday);
  let isTakenUntil = 0;
  const lastDay = localDay(until, timeZone);
  for (let day = localDay(from, timeZone); day <= lastDay; day = dayAfter(day, 1)) {
    const momentOf = clockOf(day, timeZone);
    const ofDay = byDay.get(new Date(`${day}T00:00:00Z`).getUTCDay() || 7) ?? [];
    for (const { from: begin, to, duration } of ofDay.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
      for (let minutes = minutesOf(begin); minutes + duration <= minutesOf(to); minutes += duration) {
        const start = momentOf(minutes);
        // A session across a skipped hour ends later on the clock than planned, where the next one may begin.
        if (start === null || start < from.getTime() || start >= until.getTime() || start < isTakenUntil)
          continue;
        times.push({ startsAt: new Date(start), duration });
        isTakenUntil = start + duration * minuteMs;
      }
    }
  }
  return times;
}

/** Returns the first moment at which a zone shows so many minutes after midnight of a day; null if it never does. */
function clockOf(day: string, zone: string): (minutes: number) => number | null {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const aheadMs = (at: number) => wallClock(new Date(at), zone).getTime() - at;
  // No zone is a day ahead of or behind UTC, so both offsets of a day with a clock change are among these.
  const offsets = [...new Set([aheadMs(midnight - dayMs), aheadMs(midnight + 2 * dayMs)])];
  return (minutes) => {
    const shown = midnight + minutes * minuteMs;
    const moments = offsets
      .map((offset) => shown - offset)
      .filter((moment) => offsets.length === 1 || aheadMs(moment) === shown - moment);
    return moments.length === 0 ? null : Math.min(...moments);
  };
}

/** The end of the day on which the horizon lies: whole days, the same weekday included. */
export const horizonOf = (now: Date, timeZone: string, weeksAhead: number): Date =>
  startOfDay(dayAfter(localDay(now, timeZone), 7 * weeksAhead + 1), timeZone);

/** The next local midnight, when the horizon moves by a day. */
export const nextDayOf = (now: Date, timeZone: string): Date =>
  startOfDay(dayAfter(localDay(now, timeZone), 1), timeZone);
