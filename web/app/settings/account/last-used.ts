import { spoken, t } from '@parlance/words/current';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const daysInWords = 7;

/** When a session was last used: in words for a week, then as a date. */
export function lastUsed(lastUsedAt: Date, now: Date): string {
  const agoMs = Math.max(0, now.getTime() - lastUsedAt.getTime());
  if (agoMs < 2 * minuteMs) return t('Just now');
  if (agoMs < hourMs) return spoken().relative(-Math.floor(agoMs / minuteMs), 'minute');
  if (agoMs < dayMs) return spoken().relative(-Math.floor(agoMs / hourMs), 'hour');
  if (agoMs < daysInWords * dayMs) return spoken().relative(-Math.floor(agoMs / dayMs), 'day');
  return spoken().date(lastUsedAt, 'mediumDay');
}
