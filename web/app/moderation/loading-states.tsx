import { ApiError } from '@parlance/contract/errors';
import { t } from '@parlance/words/current';
import { failureMessage } from '#lib/failure-message';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { LinkButton } from '#ui/link-button';
import { Skeleton } from '#ui/skeleton';
import { Spinner } from '#ui/spinner';

export function ListSkeleton({ label }: { label: string }) {
  return (
    <div className="grid gap-3">
      <Spinner label={label} />
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
    </div>
  );
}

export interface LoadFailedProps {
  error: unknown;
  failed: string;
  onRetry: () => void;
}

/** Shows that the item is gone, or that loading failed. */
export function LoadFailed({ error, failed, onRetry }: LoadFailedProps) {
  if (error instanceof ApiError && error.statusCode === 404) {
    return (
      <div className="grid justify-items-start gap-4 rounded-lg border border-dashed border-line-strong p-6">
        <h1 className="text-xl">{t('This no longer exists')}</h1>
        <p className="text-ink-soft">{t('It may have been deleted together with an account.')}</p>
        <LinkButton to="/admin">{t('Back to the reports')}</LinkButton>
      </div>
    );
  }
  return (
    <Banner tone="danger" action={<Button onClick={onRetry}>{t('Try again')}</Button>}>
      {failed} {failureMessage(error, t('Nothing was lost.'))}
    </Banner>
  );
}
