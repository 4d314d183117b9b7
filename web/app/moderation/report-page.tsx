import { ApiError } from '@parlance/contract/errors';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { nameOf } from '#people/person-name';
import { useSignedIn } from '#session/signed-in';
import { DetailPage } from './detail-page';
import { ListSkeleton, LoadFailed } from './loading-states';
import { personQuery, reportQuery } from './moderation-queries';
import { momentText, reasonText } from './moderation-words';
import { PersonHistory } from './person-history';
import { PersonLink } from './person-link';
import { PersonSummary } from './person-summary';
import { ReportActions } from './report-actions';
import { ReportedMessages } from './reported-messages';
import { StatusBadge } from './status-badge';

// The title holds the name, which the page knows later.
export const meta = () => [];

/** One report: what was said, who said it, what is known of them, and what to do. */
export default function ReportPage() {
  const { reportId = '' } = useParams();
  const { calls } = useSignedIn().runtime;
  const query = useQuery(reportQuery(calls, reportId));
  const reported = query.data?.reported;
  const reportedId = reported?.userId ?? '';
  const person = useQuery({ ...personQuery(calls, reportedId), enabled: reportedId !== '' });
  const title = reported ? `Report about ${nameOf(reported)}` : 'Report';

  const freshAudio = async (chatMessageId: string) => {
    const { data } = await query.refetch();
    const all = data ? [data.message, ...data.context] : [];
    return all.find((message) => message.chatMessageId === chatMessageId)?.audioUrl ?? null;
  };

  return (
    <DetailPage title={title} what="report" query={query}>
      {(report) => (
        <>
          <header className="grid gap-3">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <h1 dir="auto" className="text-title [overflow-wrap:anywhere]">
                {title}
              </h1>
              <StatusBadge status={report.status} />
            </div>
            <p className="text-ink-soft">
              {reasonText(report.reason)} · reported by <PersonLink person={report.reporter} /> on{' '}
              <time dateTime={report.createdAt.toISOString()}>{momentText(report.createdAt)}</time>
            </p>
            {report.text && (
              <blockquote
                dir="auto"
                className="max-w-reading border-s-2 border-line-strong ps-4 [overflow-wrap:anywhere] whitespace-pre-wrap"
              >
                {report.text}
              </blockquote>
            )}
          </header>
          <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="grid min-w-0 grid-cols-1 gap-6">
              <ReportedMessages report={report} freshAudio={freshAudio} />
              <ReportActions report={report} person={person.data} />
            </div>
            <aside aria-label="The reported person" className="grid min-w-0 gap-6">
              {person.data && <PersonSummary person={person.data} hasLink />}
              {person.data && <PersonHistory person={person.data} currentReportId={reportId} />}
              {!person.data && person.error && !isGone(person.error) && (
                <LoadFailed error={person.error} what="The history" onRetry={() => void person.refetch()} />
              )}
              {!person.data && !person.error && <ListSkeleton label="Loading the history..." />}
            </aside>
          </div>
        </>
      )}
    </DetailPage>
  );
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.statusCode === 404;
