import type { reportReasons } from '@parlance/contract/chat';
import type { AuditEntry, ModeratedPerson, ReportStatus } from '@parlance/contract/moderation';
import { spoken } from '@parlance/words/current';

/** What a status is called, as a place to look and as the fate of one report. */
export const statusWords: Record<ReportStatus, string> = {
  open: 'Waiting',
  dismissed: 'Dismissed',
  warned: 'Warned',
  banned: 'Banned',
};

const reasons: Record<(typeof reportReasons)[number], string> = {
  spam: 'Spam or advertising',
  harassment: 'Harassment or threats',
  sexual: 'Unwanted sexual content',
  scam: 'A scam or a request for money',
  other: 'Something else',
};

/** Why somebody reported a message. */
export const reasonText = (reason: keyof typeof reasons | null): string =>
  reason === null ? 'No reason given' : reasons[reason];

/** What was done, in the past tense. */
export const actionWords: Record<AuditEntry['action'], string> = {
  ban: 'Banned',
  unban: 'Ban lifted',
  'dismiss-report': 'Report dismissed',
  warn: 'Warned by email',
  'make-admin': 'Made an admin',
  'remove-admin': 'No longer an admin',
};

/** How often somebody was reported. */
export const timesReported = (count: number): string =>
  count === 1 ? 'Reported once' : `Reported ${count} times`;

/** One line of a person's history. */
export type HistoryItem =
  | { kind: 'report'; at: Date; report: ModeratedPerson['reports'][number] }
  | { kind: 'act'; at: Date; act: AuditEntry };

/** Reports about a person and what was done, the newest first. */
export function historyOf({ reports, acts }: Pick<ModeratedPerson, 'reports' | 'acts'>): HistoryItem[] {
  const items: HistoryItem[] = [
    ...reports.map((report) => ({ kind: 'report' as const, at: report.createdAt, report })),
    ...acts.map((act) => ({ kind: 'act' as const, at: act.createdAt, act })),
  ];
  return items.sort((a, b) => b.at.getTime() - a.at.getTime());
}

/** A moment on the viewer's clock. */
export const momentText = (moment: Date): string => spoken().date(moment, 'moment');
