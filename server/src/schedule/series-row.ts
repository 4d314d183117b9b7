import type { Selectable } from 'kysely';
import type { SessionSeries } from '#domain/tables.generated';
import { weeksAfter } from './session-times.ts';

export type SeriesRow = Selectable<SessionSeries>;

/** The start of a week of a series, always computed from the first session: a skipped hour (DST) in one week does not shift others. */
export const weekStart = (
  { first_starts_at, time_zone }: Pick<SeriesRow, 'first_starts_at' | 'time_zone'>,
  week: number,
): Date => weeksAfter(first_starts_at, week, time_zone);

const weekMs = 7 * 24 * 3_600_000;

/** Whether a moment is a start of the series. */
export function isInSeries(series: SeriesRow, moment: Date): boolean {
  const week = Math.round((moment.getTime() - series.first_starts_at.getTime()) / weekMs);
  return weekStart(series, week).getTime() === moment.getTime();
}
