import { spoken, t } from '@parlance/words/current';

const dayMs = 86_400_000;
const isBad = (moment: Date): boolean => Number.isNaN(moment.getTime());

/** Days on the viewer's calendar from one moment to another. A day with a clock change still counts as one. */
export function daysBetween(earlier: Date, later: Date): number {
  const dayOf = (moment: Date) => Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate());
  return Math.round((dayOf(later) - dayOf(earlier)) / dayMs);
}

/** The time on the viewer's clock. */
export const clockText = (moment: Date): string =>
  isBad(moment) ? t('Invalid time') : spoken().date(moment, 'clock');

/** A time in the chat list: today the clock, within seven days the weekday, otherwise MM/dd/yy (§9). */
export function listTimeText(moment: Date, now: Date): string {
  if (isBad(moment)) return t('Invalid time');
  const days = daysBetween(moment, now);
  // A message from a clock a little ahead of ours is of today.
  if (days <= 0) return clockText(moment);
  return days < 7 ? spoken().date(moment, 'weekday') : spoken().date(moment, 'digitDay');
}

/** A moment to come, as it ends a sentence: 'at 9:05 AM', 'tomorrow at 9:05 AM', 'on Friday at 9:05 AM'. */
export function comingTimeText(moment: Date, now: Date): string {
  if (isBad(moment)) return t('Invalid time');
  const days = daysBetween(now, moment);
  const time = clockText(moment);
  // words: in the sentence "Waiting, next try {when}"
  if (days <= 0) return t('at {time}', { time });
  // words: in the sentence "Waiting, next try {when}"
  if (days === 1) return t('tomorrow at {time}', { time });
  const day = spoken().date(moment, days < 7 ? 'weekday' : 'digitDay');
  // words: in the sentence "Waiting, next try {when}"; the day is "Friday" or "05/21/26"
  return t('on {day} at {time}', { day, time });
}

/** The heading of a day in a conversation. */
export function dayHeading(moment: Date, now: Date): string {
  if (isBad(moment)) return t('Invalid time');
  const days = daysBetween(moment, now);
  if (days <= 0) return t('Today');
  return days === 1 ? t('Yesterday') : spoken().date(moment, 'fullDay');
}

/** A length of sound, such as 0:07. */
export function soundTimeText(ms: number): string {
  const seconds = Math.round(Math.max(0, ms) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
