import type { ContactCase } from '@parlance/contract/contact-cases';
import type {
  AuditEntry,
  ModeratedPerson,
  ReportedProfile,
  ReportStatus,
} from '@parlance/contract/moderation';
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
  'remove-picture': word('Picture removed'),
  'remove-words': word('Words of the profile removed'),
  hold: word('Held for review'),
  'clear-hold': word('Hold ended'),
  restrict: word('Restricted', 'what an admin did'),
  'make-admin': word('Made an admin'),
  'remove-admin': word('No longer an admin'),
  'create-programme': word('Programme created'),
  'add-coordinator': word('Made a coordinator'),
  'remove-coordinator': word('No longer a coordinator'),
  'export-programme': word('Students exported as a table'),
  'remove-student': word('Removed from a programme'),
  'withdraw-certificate': word('Certificate withdrawn'),
} satisfies Record<AuditEntry['action'], string>;

/** The state of an account in the list of holds. */
export const stateWords = {
  held: word('Held', 'an account'),
  restricted: word('Restricted', 'an account'),
  trusted: word('Not limited', 'an account'),
  new: word('Not limited', 'an account'),
} satisfies Record<ContactCase['state'], string>;

/** The part of a profile that was reported. */
export const partWords = {
  picture: word('The picture'),
  name: word('The name'),
  description: word('The description'),
  other: word('Something else', 'about a profile'),
} satisfies Record<ReportedProfile['about'], string>;

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
