import { queryMaxLength } from '@parlance/contract/people';
import { spoken, t } from '@parlance/words/current';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import { Link } from 'react-router';
import { chatListQuery, statQuery } from '#chat/engine/chat-queries';
import { failureMessage } from '#lib/failure-message';
import { sentence } from '#lib/sentence';
import { useDebounced } from '#lib/use-debounced';
import { useLaterModule } from '#lib/use-later-module';
import { useNow } from '#lib/use-now';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { LabelledField } from '#ui/labelled-field';
import { LinkButton } from '#ui/link-button';
import { Skeleton } from '#ui/skeleton';
import { Spinner } from '#ui/spinner';
import { TextInput } from '#ui/text-input';
import { ChatRow } from './chat-row';
import { uniqueChats, useGrowing } from './grow-list';

const minuteMs = 60_000;
const searchDelayMs = 250;

export function ChatList({ openPartnerId }: { openPartnerId: string | null }) {
  const { runtime, user } = useSignedIn();
  const [typed, setTyped] = useState('');
  const query = useDebounced(typed.trim(), searchDelayMs);
  const listQuery = chatListQuery(runtime.calls, user.userId, query);
  const list = useInfiniteQuery({ ...listQuery, placeholderData: (previous) => previous });
  const { data: stat } = useQuery(statQuery(runtime.calls, user.userId));
  const { isGrowing, grow } = useGrowing(listQuery);
  const now = new Date(useNow(minuteMs));
  const closed = useLaterModule(() => import('#contact/closed-accounts'));
  const chats = uniqueChats(list.data?.pages ?? []);
  // One h1 per screen: an open conversation has its own.
  const Heading = openPartnerId ? 'h2' : 'h1';
  return (
    <section aria-label={t('Conversations')} className="flex h-full flex-col">
      <div className="grid gap-3 border-b border-line px-4 pt-6 pb-4 sm:px-6 lg:px-5 lg:pt-5">
        <Heading id="messages" tabIndex={-1} className="text-2xl">
          {t('Messages')}
        </Heading>
        <LabelledField label={t('Search messages')} hideLabel>
          <div className="relative">
            <Search
              aria-hidden="true"
              className="pointer-events-none absolute top-1/2 inset-s-3 size-5 -translate-y-1/2 text-ink-faint"
            />
            <TextInput
              type="search"
              dir="auto"
              value={typed}
              maxLength={queryMaxLength}
              onChange={({ target }) => setTyped(target.value)}
              placeholder={t('Search messages...')}
              className="ps-10"
            />
          </div>
        </LabelledField>
      </div>
      {closed && <closed.ClosedAccounts />}
      {!!stat?.requests && (
        <Link
          to="/requests"
          className="border-b border-line px-4 py-3 -outline-offset-2 transition-colors hover:bg-sunken sm:px-6 lg:px-5"
        >
          {t('Requests ({number})', { number: spoken().number(stat.requests) })}
        </Link>
      )}
      <div className="min-h-0 flex-1 lg:overflow-y-auto" aria-busy={list.isFetching || undefined}>
        {list.isPending ? (
          <ChatListSkeleton />
        ) : list.isError && !list.data ? (
          <ChatListFailed error={list.error} onRetry={() => void list.refetch()} />
        ) : chats.length === 0 ? (
          query === '' ? (
            <NoChats />
          ) : (
            <NothingFound query={query} onClear={() => setTyped('')} />
          )
        ) : (
          <>
            <ul>
              {chats.map((chat) => (
                <ChatRow
                  key={chat.profile.userId}
                  chat={chat}
                  userId={user.userId}
                  isOpen={chat.profile.userId === openPartnerId}
                  now={now}
                />
              ))}
            </ul>
            {list.hasNextPage && (
              <div className="flex justify-center p-4">
                <Button busy={isGrowing} onClick={grow}>
                  {t('Load more messages')}
                </Button>
              </div>
            )}
          </>
        )}
      </div>
    </section>
  );
}

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
