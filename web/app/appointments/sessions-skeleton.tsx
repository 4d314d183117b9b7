import { t } from '@parlance/words/current';
import { Skeleton } from '#ui/skeleton';
import { Spinner } from '#ui/spinner';

export function SessionsSkeleton() {
  return (
    <div className="grid gap-3">
      <Spinner label={t('Loading sessions...')} />
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
    </div>
  );
}
