import { moderationPageSizes, type ReportStatus, reportStatuses } from '@parlance/contract/moderation';
import { counted, spoken, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { pageTitle } from '#lib/brand';
import { classNames } from '#lib/class-names';
import { pageCountOf, readPage } from '#lib/page-number';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { LinkButton } from '#ui/link-button';
import { Pagination } from '#ui/pagination';
import { ListSkeleton, LoadFailed } from './loading-states';
import { casesQuery, reportsQuery } from './moderation-queries';
import { statusWords } from './moderation-words';
import { ReportRow } from './report-row';

const emptyWords = {
  open: word('No reports are waiting. New reports appear here and arrive by email.'),
  dismissed: word('No report has been dismissed so far.'),
  warned: word('Nobody has been warned so far.'),
  removed: word('Nothing has been removed so far.'),
  banned: word('No report has led to a ban so far.'),
} satisfies Record<ReportStatus, string>;

const addressOf = (status: ReportStatus, page: number) => {
  const params = new URLSearchParams();
  if (status !== 'open') params.set('status', status);
  if (page > 1) params.set('page', String(page));
  return { pathname: '/admin', search: params.toString() };
};

export default function ReportQueue() {
  const { calls } = useSignedIn().runtime;
  const [search] = useSearchParams();
  const status = reportStatuses.find((candidate) => candidate === search.get('status')) ?? 'open';
  const page = readPage(search.get('page'), moderationPageSizes.reports);
  const { data, isError, error, isPlaceholderData, isFetching, refetch } = useQuery(
    reportsQuery(calls, status, page),
  );
  const held = useQuery(casesQuery(calls, 1)).data?.count ?? 0;
  return (
    <div className="grid grid-cols-1 gap-6">
      <title>{pageTitle(t('Reports'))}</title>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <h1 className="text-title">{t('Reports')}</h1>
        <nav aria-label={t('Kinds of reports')}>
          <ul className="flex flex-wrap sm:gap-1">
            {reportStatuses.map((candidate) => (
              <li key={candidate}>
                <Link
                  to={addressOf(candidate, 1)}
                  aria-current={candidate === status ? 'page' : undefined}
                  className={classNames(
                    'edge-when-forced flex min-h-11 items-center rounded-full px-2.5 font-medium max-sm:text-sm sm:px-4',
                    candidate === status ? 'bg-action text-on-action' : 'text-ink-soft hover:bg-sunken',
                  )}
                >
                  {t(statusWords[candidate])}
                  {candidate === status && data ? ` (${spoken().number(data.count)})` : ''}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      {held > 0 && status === 'open' && (
        <Banner action={<LinkButton to="/admin/cases">{t('Look at the holds')}</LinkButton>}>
          {counted(
            held,
            '1 account is held and waits for you.',
            '{count} accounts are held and wait for you.',
          )}
        </Banner>
      )}
      {!data && !isError && <ListSkeleton label={t('Loading reports...')} />}
      {!data && isError && (
        <LoadFailed
          error={error}
          failed={t('The reports could not be loaded.')}
          onRetry={() => void refetch()}
        />
      )}
      {data?.count === 0 && (
        <p className="rounded-lg border border-dashed border-line-strong p-6 text-ink-soft">
          {t(emptyWords[status])}
        </p>
      )}
      {data && data.count > 0 && (
        <ul
          className={classNames(
            'grid grid-cols-1 gap-3 transition-opacity',
            isPlaceholderData && 'opacity-60',
          )}
        >
          {data.reports.map((report) => (
            <ReportRow key={report.reportId} report={report} />
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pageCount={pageCountOf(data?.count ?? 0, moderationPageSizes.reports)}
        isCurrent={!isFetching}
        linkTo={(number) => addressOf(status, number)}
        label={t('Pages of reports')}
      />
    </div>
  );
}
