import { quietHours } from '@parlance/contract/push';
import { nextMomentAt, wallClock } from '#platform/local-time';

/** When quiet hours that hold now end; null outside of them. The range may cross midnight. */
export function quietUntil(now: Date, quiet: unknown, zone: string): Date | null {
  const range = quietHours(quiet);
  if (!range) return null;
  const shown = wallClock(now, zone);
  const minute = shown.getUTCHours() * 60 + shown.getUTCMinutes();
  const { from, to } = range;
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  return isQuiet ? nextMomentAt(now, to, zone) : null;
}
