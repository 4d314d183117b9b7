import { t } from '@parlance/words/current';
import { failureMessage } from '#lib/failure-message';
import { sentence } from '#lib/sentence';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { LinkButton } from '#ui/link-button';
import { Skeleton } from '#ui/skeleton';
import { Spinner } from '#ui/spinner';

const places = ['a', 'b', 'c', 'd', 'e'];

export function ChatListSkeleton() {
  return (
    <div>
      <div className="sr-only">
        <Spinner label={t('Loading messages...')} />
      </div>
      {places.map((place) => (
        <div key={place} className="flex items-center gap-3 border-b border-line px-4 py-3 sm:px-6 lg:px-5">
          <Skeleton round className="size-11" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}

export function ChatListFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="p-4 sm:px-6 lg:px-5">
      <Banner tone="danger" action={<Button onClick={onRetry}>{t('Try again')}</Button>}>
        {t('Your conversations could not be loaded. {reason}', {
          reason: failureMessage(error, t('Nothing was lost.')),
        })}
      </Banner>
    </div>
  );
}

export function NoChats() {
  return (
    <div className="grid justify-items-center gap-4 px-6 py-12 text-center">
      <p className="text-lg font-medium">{t('No conversations yet')}</p>
      <p className="max-w-reading text-ink-soft">
        {t('Find somebody who speaks what you learn, and say hello from their profile.')}
      </p>
      <LinkButton to="/dashboard" variant="primary">
        {t('Find Language Partners')}
      </LinkButton>
    </div>
  );
}

export function NothingFound({ query, onClear }: { query: string; onClear: () => void }) {
  return (
    <div className="grid justify-items-center gap-4 px-6 py-12 text-center">
      <p role="status" className="min-w-0 max-w-full">
        {sentence('No conversation matches “{query}”.', {
          query: <bdi className="font-medium">{query}</bdi>,
        })}
      </p>
      <Button onClick={onClear}>{t('Show all')}</Button>
    </div>
  );
}
