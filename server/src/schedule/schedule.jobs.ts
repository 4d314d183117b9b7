import type { Platform } from '#platform/platform';
import { purgeCancellations } from './calendar-feed.ts';
import { deliverDueNotices } from './notice-delivery.ts';

const noticesEverySeconds = 5;

/** Mails and reminders that are due, and the daily tidying. */
export function scheduleJobs(platform: Platform): void {
  platform.jobs.every(noticesEverySeconds, 'schedule-notices', () => deliverDueNotices(platform));
  platform.jobs.define('schedule-purge', { handler: () => purgeCancellations(platform) });
  platform.jobs.schedule('schedule-purge', '17 3 * * *');
}
