import { ApiError } from '@parlance/contract/errors';
import type { Report } from '@parlance/contract/moderation';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { sentence } from '#lib/sentence';
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
import { ReportedProfile } from './reported-profile';
import { ReportedSession } from './reported-session';
import { ReportedThanks } from './reported-thanks';
import { StatusBadge } from './status-badge';

export default function ReportPage() {
  const { reportId = '' } = useParams();
  const { calls } = useSignedIn().runtime;
  const query = useQuery(reportQuery(calls, reportId));
  const reported = query.data?.reported;
  const reportedId = reported?.userId ?? '';
  const person = useQuery({ ...personQuery(calls, reportedId), enabled: reportedId !== '' });
  const title = reported
    ? t('Report about {name}', { name: nameOf(reported) })
    : t(word('Report', 'what somebody has reported'));

  const fresh = async (chatMessageId: string) => {
    const { data } = await query.refetch();
    const all = data ? [data.message, ...data.context] : [];
    return all.find((message) => message.chatMessageId === chatMessageId) ?? null;
  };

  return (
    <DetailPage
      title={title}
      loading={t('Loading the report...')}
      failed={t('The report could not be loaded.')}
      query={query}
    >
      {(report) => (
        <>
          <header className="grid gap-3">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <h1 className="text-title [overflow-wrap:anywhere]">
                {reported ? sentence('Report about {name}', { name: <bdi>{nameOf(reported)}</bdi> }) : title}
              </h1>
              <StatusBadge status={report.status} />
            </div>
            <p className="text-ink-soft">{byReporter(report)}</p>
            {report.text && (
              <blockquote className="max-w-reading border-s-2 border-line-strong ps-4">
                <p dir="auto" className="text-page-start [overflow-wrap:anywhere] whitespace-pre-wrap">
                  {report.text}
                </p>
              </blockquote>
            )}
          </header>
          <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="grid min-w-0 grid-cols-1 gap-6">
              {report.thanks ? (
                <ReportedThanks thanks={report.thanks} />
              ) : report.profile ? (
                <ReportedProfile profile={report.profile} present={report.reported} />
              ) : report.session ? (
                <ReportedSession session={report.session} />
              ) : (
                <ReportedMessages report={report} fresh={fresh} />
              )}
              <ReportActions report={report} person={person.data} />
            </div>
            <aside aria-label={t('The reported person')} className="grid min-w-0 gap-6">
              {person.data && <PersonSummary person={person.data} hasLink />}
              {person.data && <PersonHistory person={person.data} currentReportId={reportId} />}
              {!person.data && person.error && !isGone(person.error) && (
                <LoadFailed
                  error={person.error}
                  failed={t('The history could not be loaded.')}
                  onRetry={() => void person.refetch()}
                />
              )}
              {!person.data && !person.error && <ListSkeleton label={t('Loading the history...')} />}
            </aside>
          </div>
        </>
      )}
    </DetailPage>
  );
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.statusCode === 404;

function byReporter({ reporter, reason, createdAt }: Report): ReactNode {
  const about = {
    reason: reasonText(reason),
    time: <time dateTime={createdAt.toISOString()}>{momentText(createdAt)}</time>,
  };
  return reporter
    ? sentence('{reason} · reported by {name} on {time}', {
        ...about,
        name: <PersonLink person={reporter} />,
      })
    : sentence('{reason} · reported by somebody who has left on {time}', about);
}
