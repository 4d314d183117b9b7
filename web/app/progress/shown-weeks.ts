import { spoken } from '@parlance/words/current';

/** A week as it is shown. */
export interface ShownWeek {
  startsOn: string;
  /** Its first day, short. */
  date: string;
  /** Its first and its last day. */
  label: string;
}

const dayMs = 24 * 3_600_000;

/** Days of a calendar have no zone: they are read and printed in the same one. */
export function shownWeek(startsOn: string): ShownWeek {
  const first = new Date(`${startsOn}T00:00:00Z`);
  const last = new Date(first.getTime() + 6 * dayMs);
  return {
    startsOn,
    date: spoken().date(first, 'shortDay', 'UTC'),
    label: spoken().dateRange(first, last, 'shortDay', 'UTC'),
  };
}
