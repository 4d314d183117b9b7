import { wallClock } from '#platform/local-time';

const dayMs = 24 * 3_600_000;

/** Whether it is a waking hour in a zone. */
export function isAwake(timeZone: string, moment: Date): boolean {
  const hour = wallClock(moment, timeZone).getUTCHours();
  return hour >= 8 && hour < 22;
}

/** Local days such as 2026-11-15, starting today. */
export function daysAhead(timeZone: string, from: Date, count: number): string[] {
  const today = wallClock(from, timeZone).getTime();
  return Array.from({ length: count }, (_, day) => new Date(today + day * dayMs).toISOString().slice(0, 10));
}
