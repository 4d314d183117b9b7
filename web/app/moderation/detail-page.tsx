import { t } from '@parlance/words/current';
import type { UseQueryResult } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pageTitle } from '#lib/brand';
import { ListSkeleton, LoadFailed } from './loading-states';

export interface DetailPageProps<Subject> {
  title: string;
  /** Message while loading. */
  loading: string;
  failed: string;
  query: UseQueryResult<Subject>;
  children: (subject: Subject) => ReactNode;
}

/** A page about one item of the queue, with a back link and loading states. */
export function DetailPage<Subject>(props: DetailPageProps<Subject>) {
  const { title, loading, failed, query, children } = props;
  const { data, error, refetch } = query;
  return (
    <div className="grid grid-cols-1 gap-6">
      <title>{pageTitle(title)}</title>
      <Link
        to="/admin"
        className="-ms-1 flex min-h-11 w-fit items-center gap-2 rounded-md px-1 text-ink-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
        {t('All reports')}
      </Link>
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <LoadFailed error={error} failed={failed} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton label={loading} />
      )}
    </div>
  );
}
