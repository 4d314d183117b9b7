import type { Selectable } from 'kysely';
import type { SessionSeries } from '#domain/tables.generated';
import { weeksAfter } from './session-times.ts';

export type SeriesRow = Selectable<SessionSeries>;

/** When a week of a series is, counted from its first session. Always from the first: a week without that hour moves no other. */
export const weekStart = (
  { first_starts_at, time_zone }: Pick<SeriesRow, 'first_starts_at' | 'time_zone'>,
  week: number,
): Date => weeksAfter(first_starts_at, week, time_zone);

const weekMs = 7 * 24 * 3_600_000;

/** Whether a moment is one of the weeks of a series. */
export function isInSeries(series: SeriesRow, moment: Date): boolean {
  const week = Math.round((moment.getTime() - series.first_starts_at.getTime()) / weekMs);
  return weekStart(series, week).getTime() === moment.getTime();
}
