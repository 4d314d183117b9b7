import type { ModeratedPerson } from '@parlance/contract/moderation';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { Link } from 'react-router';
import { sentence } from '#lib/sentence';
import { byWhom } from './by-whom';
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
  /** The displayed report, which is listed without a link. */
  currentReportId?: string | undefined;
}

/** Earlier reports, warnings and bans, newest first. */
export function PersonHistory({ person, currentReportId }: PersonHistoryProps) {
  const items = historyOf(person);
  return (
    <section aria-labelledby="person-history" className="grid gap-3">
      <h2 id="person-history" className="text-xl">
        {t(word('History', 'of a person, for admins'))}
      </h2>
      {items.length === 0 && <p className="text-ink-soft">{t('Nothing has happened so far.')}</p>}
      <ol className="grid gap-4 border-s-2 border-line ps-4">
        {items.map((item) => (
          <li key={keyOf(item)} className="grid gap-0.5 text-sm">
            <time dateTime={item.at.toISOString()} className="text-ink-soft tabular-nums">
              {momentText(item.at)}
            </time>
            {item.kind === 'report' ? (
              <p>
                {/* words: a line of a history: Reported: Spam or advertising (Dismissed) */}
                {sentence('{report}: {reason} ({status})', {
                  report:
                    item.report.reportId === currentReportId ? (
                      <span className="font-medium">{t('This report')}</span>
                    ) : (
                      <Link
                        to={`/admin/report/${item.report.reportId}`}
                        className="font-medium underline underline-offset-2"
                      >
                        {t(word('Reported', 'a person, in their history'))}
                      </Link>
                    ),
                  reason: reasonText(item.report.reason),
                  status: t(statusWords[item.report.status]),
                })}
              </p>
            ) : (
              <>
                <p className="font-medium">{t(actionWords[item.act.action])}</p>
                <p className="text-ink-soft">{byWhom(item.act)}</p>
                {item.act.reason && (
                  <p
                    dir="auto"
                    className="max-w-reading text-page-start [overflow-wrap:anywhere] whitespace-pre-wrap text-ink-soft"
                  >
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
