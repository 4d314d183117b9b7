import { moderationPageSizes } from '@parlance/contract/moderation';
import { t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { pageTitle } from '#lib/brand';
import { classNames } from '#lib/class-names';
import { pageCountOf, readPage } from '#lib/page-number';
import { sentence } from '#lib/sentence';
import { useSignedIn } from '#session/signed-in';
import { Pagination } from '#ui/pagination';
import { byWhom } from './by-whom';
import { ListSkeleton, LoadFailed } from './loading-states';
import { auditQuery } from './moderation-queries';
import { actionWords, momentText } from './moderation-words';
import { PersonLink } from './person-link';

const addressOf = (page: number) => ({ pathname: '/admin/audit', search: page > 1 ? `page=${page}` : '' });

/** Actions of admins and the operator, newest first. */
export default function AuditPage() {
  const { calls } = useSignedIn().runtime;
  const [search] = useSearchParams();
  const page = readPage(search.get('page'), moderationPageSizes.audit);
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(auditQuery(calls, page));
  return (
    <div className="grid grid-cols-1 gap-6">
      <title>{pageTitle(t('Audit trail'))}</title>
      <header className="grid gap-2">
        <h1 className="text-title">{t('Audit trail')}</h1>
        <p className="text-ink-soft">
          {t('What admins did, here and from the command line. Nothing is ever removed from it.')}
        </p>
      </header>
      {!data && !error && <ListSkeleton label={t('Loading the audit trail...')} />}
      {!data && error && (
        <LoadFailed
          error={error}
          failed={t('The audit trail could not be loaded.')}
          onRetry={() => void refetch()}
        />
      )}
      {data?.count === 0 && (
        <p className="rounded-lg border border-dashed border-line-strong p-6 text-ink-soft">
          {t('There are no entries yet.')}
        </p>
      )}
      {data && data.count > 0 && (
        <ol className={classNames('transition-opacity', isPlaceholderData && 'opacity-60')}>
          {data.entries.map((entry) => (
            <li
              key={entry.auditId}
              className="grid gap-x-6 gap-y-1 border-t border-line py-4 last:border-b sm:grid-cols-[12rem_minmax(0,1fr)]"
            >
              <time
                dateTime={entry.createdAt.toISOString()}
                className="text-sm text-ink-soft tabular-nums sm:pt-0.5"
              >
                {momentText(entry.createdAt)}
              </time>
              <div className="grid min-w-0 gap-1">
                <p>
                  {/* words: {act} is "Banned", "Warned by email", "Report dismissed" */}
                  {sentence('{act}: {name}', {
                    act: <span className="font-medium">{t(actionWords[entry.action])}</span>,
                    name: <PersonLink person={entry.user} />,
                  })}
                </p>
                {entry.reason && (
                  <p
                    dir="auto"
                    className="max-w-reading text-page-start [overflow-wrap:anywhere] whitespace-pre-wrap text-ink-soft"
                  >
                    {entry.reason}
                  </p>
                )}
                <p className="text-sm text-ink-soft">{byWhom(entry)}</p>
              </div>
            </li>
          ))}
        </ol>
      )}
      <Pagination
        page={page}
        pageCount={pageCountOf(data?.count ?? 0, moderationPageSizes.audit)}
        isCurrent={!isFetching}
        linkTo={addressOf}
        label={t('Pages of the audit trail')}
      />
    </div>
  );
}
