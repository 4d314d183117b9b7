import type { Platform } from '#platform/platform';
import { foldChanges } from './listing/folding.ts';

const foldEverySeconds = 15;

/** The background work of this slice. */
export function peopleJobs({ jobs, db }: Platform): void {
  jobs.every(foldEverySeconds, 'fold the sums of the search', () => foldChanges(db));
}
