import { t } from '@parlance/words/current';
import { classNames } from '#lib/class-names';
import { failureMessage } from '#lib/failure-message';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Skeleton } from '#ui/skeleton';
import { Spinner } from '#ui/spinner';

const shapes = ['w-2/5', 'ms-auto w-1/3', 'w-3/5', 'ms-auto w-1/2', 'w-1/4'];

export function ConversationSkeleton() {
  return (
    <div className="grid min-h-0 flex-1 content-end gap-4 overflow-hidden px-4 py-6 sm:px-6">
      <div className="sr-only">
        <Spinner label={t('Loading messages...')} />
      </div>
      {shapes.map((shape) => (
        <Skeleton key={shape} className={classNames('h-14 rounded-xl', shape)} />
      ))}
    </div>
  );
}

export function ConversationFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="min-h-0 flex-1 p-4 sm:p-6">
      <Banner tone="danger" action={<Button onClick={onRetry}>{t('Try again')}</Button>}>
        {failureMessage(error, t('This conversation could not be loaded. Nothing was lost.'))}
      </Banner>
    </div>
  );
}
