const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const daysInWords = 7;

/** When a session was last used: in words for a week, then as a date. */
export function lastUsed(lastUsedAt: Date, now: Date): string {
  const agoMs = Math.max(0, now.getTime() - lastUsedAt.getTime());
  if (agoMs < 2 * minuteMs) return 'Just now';
  if (agoMs < hourMs) return words.format(-Math.floor(agoMs / minuteMs), 'minute');
  if (agoMs < dayMs) return words.format(-Math.floor(agoMs / hourMs), 'hour');
  if (agoMs < daysInWords * dayMs) return words.format(-Math.floor(agoMs / dayMs), 'day');
  return dayFormat.format(lastUsedAt);
}
