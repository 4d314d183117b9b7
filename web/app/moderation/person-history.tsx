import type { ModeratedPerson } from '@parlance/contract/moderation';
import { Link } from 'react-router';
import { nameOf } from '#people/person-name';
import {
  actionWords,
  type HistoryItem,
  historyOf,
  momentText,
  reasonText,
  statusWords,
} from './moderation-words';

export interface PersonHistoryProps {
  person: ModeratedPerson;
  /** The report that is being looked at: part of the history, but no place to go. */
  currentReportId?: string | undefined;
}

/** Former reports, warnings and bans, the newest first. */
export function PersonHistory({ person, currentReportId }: PersonHistoryProps) {
  const items = historyOf(person);
  return (
    <section aria-labelledby="person-history" className="grid gap-3">
      <h2 id="person-history" className="text-xl">
        History
      </h2>
      {items.length === 0 && <p className="text-ink-soft">Nothing has happened so far.</p>}
      <ol className="grid gap-4 border-s-2 border-line ps-4">
        {items.map((item) => (
          <li key={keyOf(item)} className="grid gap-0.5 text-sm">
            <time dateTime={item.at.toISOString()} className="text-ink-soft tabular-nums">
              {momentText(item.at)}
            </time>
            {item.kind === 'report' ? (
              <p>
                {item.report.reportId === currentReportId ? (
                  <span className="font-medium">This report</span>
                ) : (
                  <Link
                    to={`/admin/report/${item.report.reportId}`}
                    className="font-medium underline underline-offset-2"
                  >
                    Reported
                  </Link>
                )}
                : {reasonText(item.report.reason)} ({statusWords[item.report.status]})
              </p>
            ) : (
              <>
                <p>
                  <span className="font-medium">{actionWords[item.act.action]}</span> by{' '}
                  <bdi>{item.act.admin ? nameOf(item.act.admin) : byWhom(item.act.adminUserId)}</bdi>
                </p>
                {item.act.reason && (
                  <p dir="auto" className="text-ink-soft [overflow-wrap:anywhere] whitespace-pre-wrap">
                    {item.act.reason}
                  </p>
                )}
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

const keyOf = (item: HistoryItem): string =>
  item.kind === 'report' ? item.report.reportId : item.act.auditId;

const byWhom = (adminUserId: string | null): string =>
  adminUserId === null ? 'the operator' : 'an admin who has left';
