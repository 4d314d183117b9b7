import { Skeleton } from '#ui/skeleton';
import { cardClass } from './person-card';

export function PersonCardSkeleton() {
  return (
    <li className={cardClass}>
      <div className="flex gap-3">
        <Skeleton round className="size-16" />
        <div className="grid flex-1 content-start gap-2 pt-1">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-5 w-1/3" />
        </div>
      </div>
      <Skeleton className="h-4" />
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-8 w-3/5" />
      <Skeleton className="h-8 w-1/2" />
      <Skeleton className="mt-auto h-11 w-28 self-end" />
    </li>
  );
}
