import { queryMaxLength } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import { chatListQuery } from '#chat/engine/chat-queries';
import { useDebounced } from '#lib/use-debounced';
import { useNow } from '#lib/use-now';
import { useSignedIn } from '#session/signed-in';
import { Button } from '#ui/button';
import { Field } from '#ui/field';
import { TextInput } from '#ui/text-input';
import { showToast } from '#ui/toast';
import { ChatListFailed, ChatListSkeleton, NoChats, NothingFound } from './chat-list-states';
import { ChatRow } from './chat-row';
import { growList, uniqueChats } from './grow-list';

const minuteMs = 60_000;
const searchDelayMs = 250;

/** The conversations, newest first, with their search. */
export function ChatList({ openPartnerId }: { openPartnerId: string | null }) {
  const { runtime, user } = useSignedIn();
  const [typed, setTyped] = useState('');
  const query = useDebounced(typed.trim(), searchDelayMs);
  const listQuery = chatListQuery(runtime.calls, user.userId, query);
  const list = useInfiniteQuery({ ...listQuery, placeholderData: (previous) => previous });
  const { isGrowing, grow } = useGrowing(listQuery);
  const now = new Date(useNow(minuteMs));
  const chats = uniqueChats(list.data?.pages ?? []);
  // A screen has one main heading: the conversation's, where one is open.
  const Heading = openPartnerId ? 'h2' : 'h1';
  return (
    <section aria-label={t('Conversations')} className="flex h-full flex-col">
      <div className="grid gap-3 border-b border-line px-4 pt-6 pb-4 sm:px-6 lg:px-5 lg:pt-5">
        <Heading className="text-2xl">{t('Messages')}</Heading>
        <Field label={t('Search messages')} hideLabel>
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
        </Field>
      </div>
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

/** Adds pages to the list of one search, and says where that failed. */
function useGrowing(query: ReturnType<typeof chatListQuery>) {
  const cache = useQueryClient();
  const [growingKey, setGrowingKey] = useState<string | null>(null);
  const key = query.queryKey.join();
  const grow = async () => {
    setGrowingKey(key);
    const outcome = await growList(cache, query);
    setGrowingKey((now) => (now === key ? null : now));
    if (outcome === 'failed') {
      showToast({ title: t('More messages could not be loaded. Please try again.'), tone: 'danger' });
    }
  };
  return { isGrowing: growingKey === key, grow: () => void grow() };
}
