import type { Platform } from '#platform/platform';
import { foldCounts } from './listing-counts.ts';
import { foldSets } from './listing-sets.ts';

const foldEverySeconds = 15;

/** The background work of this slice. */
export function peopleJobs({ jobs, db }: Platform): void {
  jobs.every(foldEverySeconds, 'fold the counts of the search', () => foldCounts(db));
  jobs.every(foldEverySeconds, 'fold the sets of the search', () => foldSets(db));
}
