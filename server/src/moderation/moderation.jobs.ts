import type { Platform } from '#platform/platform';
import {
  type ReportMail,
  reportMailJob,
  sendReportMail,
  sendWarningMail,
  type WarningMail,
  warningMailJob,
} from './moderation-mails.ts';

// Soon again at first, then every hour for about two days: a mail server that is down over night loses nothing.
const retry = { limit: 55, delaySeconds: 15 };

/** Mails about reports and warnings. */
export function moderationJobs(platform: Platform): void {
  platform.jobs.define<ReportMail>(reportMailJob, {
    retry,
    handler: (mail) => sendReportMail(platform, mail),
  });
  platform.jobs.define<WarningMail>(warningMailJob, {
    retry,
    handler: (mail) => sendWarningMail(platform, mail),
  });
}
