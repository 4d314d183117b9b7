import type { Platform } from '#platform/platform';
import { purgeCancellations } from './calendar-feed.ts';

/** The daily tidying. */
export function scheduleJobs(platform: Platform): void {
  platform.jobs.define('schedule-purge', { handler: () => purgeCancellations(platform) });
  platform.jobs.schedule('schedule-purge', '17 3 * * *');
}
