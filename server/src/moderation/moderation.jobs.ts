import type { Platform } from '#platform/platform';
import { reportMailJob, sendReportMail, sendWarningMail, warningMailJob } from './moderation-mails.ts';

// Soon again at first, then every hour for about two days: a mail server that is down over night loses nothing.
const retry = { limit: 55, delaySeconds: 15 };

/** Mails about reports and warnings. */
export function moderationJobs(platform: Platform): void {
  platform.jobs.define(reportMailJob, { retry, handler: (mail: never) => sendReportMail(platform, mail) });
  platform.jobs.define(warningMailJob, { retry, handler: (mail: never) => sendWarningMail(platform, mail) });
}
