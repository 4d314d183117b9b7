import { Skeleton } from '#ui/skeleton';

/** The shape of the advanced fields, so that the results below stay where they are once these come. */
export function AdvancedFieldsSkeleton() {
  return (
    <>
      <FieldSkeleton />
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-1">
        <FieldSkeleton />
        <FieldSkeleton />
      </div>
      <div className="h-11 sm:col-span-2 lg:col-span-1 lg:-mt-2" />
    </>
  );
}

function FieldSkeleton() {
  return (
    <div className="grid h-19 content-end">
      <Skeleton className="h-11" />
    </div>
  );
}

/** In place of the fields where they cannot be fetched, as without a connection: the search itself goes on. */
export function AdvancedFieldsFailed() {
  return (
    <p role="alert" className="text-sm text-danger sm:col-span-2 lg:col-span-1">
      These options could not be loaded. Your search goes on without them; loading the page again usually
      helps.
    </p>
  );
}
