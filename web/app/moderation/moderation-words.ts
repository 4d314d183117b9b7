import type { AuditEntry, ModeratedPerson, ReportStatus } from '@parlance/contract/moderation';
import { counted, spoken, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { reasonWords } from '#reports/report-reasons';

/** Names of a status, as a filter and as the state of one report. */
export const statusWords = {
  open: word('Waiting', 'a report'),
  dismissed: word('Dismissed', 'a report'),
  warned: word('Warned', 'what came of a report'),
  removed: word('Removed', 'what came of a report'),
  banned: word('Banned', 'what came of a report'),
} satisfies Record<ReportStatus, string>;

export const reasonText = (reason: keyof typeof reasonWords | null): string =>
  reason === null ? t('No reason given') : t(reasonWords[reason]);

export const actionWords = {
  ban: word('Banned', 'what an admin did'),
  unban: word('Ban lifted'),
  'dismiss-report': word('Report dismissed'),
  warn: word('Warned by email'),
  'remove-thanks': word('Thanks removed'),
  'make-admin': word('Made an admin'),
  'remove-admin': word('No longer an admin'),
} satisfies Record<AuditEntry['action'], string>;

export const timesReported = (count: number): string =>
  counted(count, 'Reported once', 'Reported {count} times');

export type HistoryItem =
  | { kind: 'report'; at: Date; report: ModeratedPerson['reports'][number] }
  | { kind: 'act'; at: Date; act: AuditEntry };

/** Reports about a member and actions, newest first. */
export function historyOf({ reports, acts }: Pick<ModeratedPerson, 'reports' | 'acts'>): HistoryItem[] {
  const items: HistoryItem[] = [
    ...reports.map((report) => ({ kind: 'report' as const, at: report.createdAt, report })),
    ...acts.map((act) => ({ kind: 'act' as const, at: act.createdAt, act })),
  ];
  return items.sort((a, b) => b.at.getTime() - a.at.getTime());
}

export const momentText = (moment: Date): string => spoken().date(moment, 'moment');
