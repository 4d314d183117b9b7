import { spoken, t } from '@parlance/words/current';
import { viewerZone } from '#schedule/viewer-zone';
import { dayAt, daysBetween } from '#schedule/zoned-time';

const minuteMs = 60_000;
const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;
/** In days. */
const longUnits = [
  ['year', 365],
  ['month', 30],
  ['week', 7],
  ['day', 1],
] as const;

/** Text of the next due time; from 24 hours on in calendar days, so that 'tomorrow' is the next day. */
export function dueText(dueAt: Date, now: number, zone = viewerZone()): string {
  const minutes = Math.ceil((dueAt.getTime() - now) / minuteMs);
  if (minutes <= 0) return t('Due now');
  const again = (count: number, unit: Intl.RelativeTimeFormatUnit) =>
    t('Again {when}', { when: spoken().relative(count, unit) });
  if (minutes < hourMinutes) return again(minutes, 'minute');
  const days = minutes < dayMinutes ? 0 : daysBetween(dayAt(zone, now), dayAt(zone, dueAt.getTime()));
  const long = longUnits.find(([, size]) => days >= size);
  if (!long) return again(Math.round(minutes / hourMinutes), 'hour');
  const [unit, length] = long;
  return again(Math.round(days / length), unit);
}
