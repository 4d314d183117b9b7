import type { Platform } from '#platform/platform';
import { purgeCancellations } from './calendar-feed.ts';

const purgeEverySeconds = 3600;

export function scheduleJobs(platform: Platform): void {
  platform.jobs.every(purgeEverySeconds, 'purge-schedule', () => purgeCancellations(platform));
}
