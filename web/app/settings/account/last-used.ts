import { spoken, t } from '@parlance/words/current';
import { viewerZone } from '#schedule/viewer-zone';
import { dayAt, daysBetween } from '#schedule/zoned-time';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const daysInWords = 7;

/** The last use of a session: relative for a week, then a date. Days are calendar days. */
export function lastUsed(lastUsedAt: Date, now: Date, zone = viewerZone()): string {
  const agoMs = Math.max(0, now.getTime() - lastUsedAt.getTime());
  if (agoMs < 2 * minuteMs) return t('Just now');
  if (agoMs < hourMs) return spoken().relative(-Math.floor(agoMs / minuteMs), 'minute');
  const days = daysBetween(dayAt(zone, lastUsedAt.getTime()), dayAt(zone, now.getTime()));
  // A day with a clock change has 25 hours.
  if (agoMs < dayMs || days === 0) return spoken().relative(-Math.floor(agoMs / hourMs), 'hour');
  return days < daysInWords ? spoken().relative(-days, 'day') : spoken().date(lastUsedAt, 'mediumDay');
}
