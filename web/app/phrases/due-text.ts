import { spoken, t } from '@parlance/words/current';

const minuteMs = 60_000;
const units = [
  ['year', 365 * 24 * 60],
  ['month', 30 * 24 * 60],
  ['week', 7 * 24 * 60],
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const;

/** When a phrase comes again, as people say it. */
export function dueText(dueAt: Date, now: number): string {
  const minutes = Math.ceil((dueAt.getTime() - now) / minuteMs);
  if (minutes <= 0) return t('Due now');
  const [unit, length] = units.find(([, size]) => minutes >= size) ?? ['minute', 1];
  return t('Again {when}', { when: spoken().relative(Math.round(minutes / length), unit) });
}
