import { t } from '@parlance/words/current';
import { Skeleton } from '#ui/skeleton';
import { Spinner } from '#ui/spinner';

export function ProfileSkeleton() {
  return (
    <div className="grid gap-8 sm:gap-10">
      <div className="flex flex-col gap-5 sm:flex-row sm:items-center sm:gap-7">
        <Skeleton round className="size-32 shrink-0" />
        <div className="grid flex-1 gap-3">
          <Skeleton className="h-9 w-56 max-w-full" />
          <Spinner label={t('Loading profile...')} />
        </div>
      </div>
      <div className="grid max-w-reading gap-3">
        <Skeleton className="h-5" />
        <Skeleton className="h-5 w-4/5" />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Skeleton className="h-40" />
        <Skeleton className="h-40" />
      </div>
    </div>
  );
}
