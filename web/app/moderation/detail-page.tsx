import type { UseQueryResult } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pageTitle } from '#lib/brand';
import { ListSkeleton, LoadFailed } from './loading-states';

export interface DetailPageProps<Subject> {
  title: string;
  /** What the page is about, in a word that stands after 'the'. */
  what: string;
  query: UseQueryResult<Subject>;
  children: (subject: Subject) => ReactNode;
}

/** A page about one thing of the queue: the way back, and what stands there until it has come. */
export function DetailPage<Subject>({ title, what, query, children }: DetailPageProps<Subject>) {
  const { data, error, refetch } = query;
  return (
    <div className="grid grid-cols-1 gap-6">
      <title>{pageTitle(title)}</title>
      <Link
        to="/admin"
        className="-ms-1 flex min-h-11 w-fit items-center gap-2 rounded-md px-1 text-ink-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
        All reports
      </Link>
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <LoadFailed error={error} what={`The ${what}`} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton label={`Loading the ${what}...`} />
      )}
    </div>
  );
}
