import { ApiError } from '@parlance/contract/errors';
import { t } from '@parlance/words/current';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pageTitle } from '#lib/brand';
import { failureMessage } from '#lib/failure-message';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { LinkButton } from '#ui/link-button';
import { Skeleton } from '#ui/skeleton';
import { Spinner } from '#ui/spinner';

interface LoadedProps<Result> {
  query: UseQueryResult<Result>;
  children: (result: Result) => ReactNode;
}

/** Content that waits for a query. A missing programme and one without access look the same. */
export function Loaded<Result>({ query: { data, error, refetch }, children }: LoadedProps<Result>) {
  if (data !== undefined) return children(data);
  if (error instanceof ApiError && error.statusCode === 404) {
    return (
      <div className="grid justify-items-start gap-4 rounded-lg border border-dashed border-line-strong p-6">
        <title>{pageTitle(t('This programme cannot be opened'))}</title>
        <h1 className="text-xl">{t('This programme cannot be opened')}</h1>
        <p className="max-w-reading text-ink-soft">
          {t('It may have ended, or you need an invitation. Please open the link that you were sent again.')}
        </p>
        <LinkButton to="/dashboard">{t('Find Language Partners')}</LinkButton>
      </div>
    );
  }
  if (error) {
    return (
      <Banner tone="danger" action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}>
        {failureMessage(error, t('This page could not be loaded. Nothing was changed.'))}
      </Banner>
    );
  }
  return (
    <div className="grid gap-3">
      <Spinner />
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
    </div>
  );
}

/** A part of a page with a heading. */
export function Part({
  title,
  action,
  children,
}: {
  title: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-2xl">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Replaces an empty list; `action` leads to the screen that fills it. */
export function Empty({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-4 rounded-lg border border-dashed border-line-strong p-6">
      <p className="max-w-reading text-ink-soft">{children}</p>
      {action}
    </div>
  );
}
