import { spoken } from '@parlance/words/current';

export interface ShownWeek {
  startsOn: string;
  date: string;
  /** First and last day. */
  label: string;
}

const dayMs = 24 * 3_600_000;

/** Calendar days have no time zone: they are parsed and formatted in the same one. */
export function shownWeek(startsOn: string): ShownWeek {
  const first = new Date(`${startsOn}T00:00:00Z`);
  const last = new Date(first.getTime() + 6 * dayMs);
  return {
    startsOn,
    date: spoken().date(first, 'shortDay', 'UTC'),
    label: spoken().dateRange(first, last, 'shortDay', 'UTC'),
  };
}
