import { useSearchParams } from 'react-router';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Pagination } from '#ui/pagination';
import { Progress } from '#ui/progress';
import { Skeleton } from '#ui/skeleton';
import { Spinner } from '#ui/spinner';
import { Sample } from './sample';

const linkTo = (page: number) => `?page=${page}`;

export function FeedbackSamples() {
  const [search] = useSearchParams();
  const page = Number(search.get('page') ?? 5);
  return (
    <>
      <Sample title="Banners">
        <Banner>Your partner sees times in their own zone.</Banner>
        <Banner tone="positive" onDismiss={() => undefined}>
          Profile information updated successfully
        </Banner>
        <Banner tone="danger" action={<Button>Try again</Button>}>
          Failed to load booking information
        </Banner>
      </Sample>
      <Sample title="Waiting">
        <Spinner label="Searching for language partners..." />
        <div className="flex items-center gap-3">
          <Skeleton round className="size-11" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-4 w-full max-w-sm" />
          </div>
        </div>
        <Progress label="Set up your profile" value={2} max={5} valueText="Step 2 of 5" />
        <Progress label="Uploading" value={70} valueText="70%" />
      </Sample>
      <Sample title="Pages">
        <Pagination page={page} pageCount={9} isCurrent linkTo={linkTo} />
        <Pagination page={1} pageCount={3} isCurrent linkTo={linkTo} label="Few pages" />
      </Sample>
    </>
  );
}
