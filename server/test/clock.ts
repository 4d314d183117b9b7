import type { Clock } from '#platform/clock';

export interface TestClock extends Clock {
  set(moment: string | Date): void;
  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number; ms?: number }): void;
}

/** A Tuesday morning. Far from the real time on purpose: code that uses the time of SQL or the system fails. */
export const testStart = '2030-03-05T09:00:00.000Z';

/** Creates a clock that stands still until a test moves it. */
export function createTestClock(start: string | Date = testStart): TestClock {
  let now = new Date(start).getTime();
  return {
    now: () => new Date(now),
    set(moment) {
      now = new Date(moment).getTime();
    },
    advance({ days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 }) {
      now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + ms;
    },
  };
}
