import type { Topic } from '@parlance/contract/topics';
import { t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { failureMessage } from '#lib/failure-message';
import { sentence } from '#lib/sentence';
import { useSignedIn } from '#session/signed-in';
import { Button } from '#ui/button';
import { Skeleton } from '#ui/skeleton';
import { topicsQuery } from './topics-queries';

export interface TopicPromptsProps {
  partnerUserId: string;
  /** Called when a topic is chosen; without it the topics are read-only. */
  onPick?: ((topic: Topic) => void) | undefined;
}

export function TopicPrompts({ partnerUserId, onPick }: TopicPromptsProps) {
  const { runtime, user } = useSignedIn();
  const query = useQuery(topicsQuery(runtime.calls, user.userId, partnerUserId));
  if (query.isError) {
    return (
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
        {failureMessage(query.error, t('The topics could not be loaded.'))}
        <Button variant="quiet" onClick={() => void query.refetch()}>
          {t('Try again')}
        </Button>
      </p>
    );
  }
  if (!query.data) {
    return (
      <div className="grid gap-2" aria-busy="true">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </div>
    );
  }
  if (query.data.length === 0) {
    return <p className="text-sm text-ink-soft">{t('You two have talked about all of our topics.')}</p>;
  }
  return (
    <ul className="grid gap-2">
      {query.data.map((topic) => (
        <li key={topic.topicId}>
          {onPick ? (
            <button
              type="button"
              onClick={() => onPick(topic)}
              className="min-h-11 w-full rounded-md border border-line bg-surface px-3 py-2 text-start hover:bg-sunken"
            >
              <TopicWords topic={topic} />
            </button>
          ) : (
            <TopicWords topic={topic} />
          )}
        </li>
      ))}
    </ul>
  );
}

function TopicWords({ topic: { text, starter, languageCode } }: { topic: Topic }) {
  return (
    <>
      <span lang={languageCode} dir="auto" className="block text-page-start">
        {text}
      </span>
      {starter !== null && (
        <span className="block text-sm text-ink-soft">
          {sentence('An answer may begin: {starter}', {
            starter: (
              <bdi lang={languageCode} key="starter">
                {starter}
              </bdi>
            ),
          })}
        </span>
      )}
    </>
  );
}
