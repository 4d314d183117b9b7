import type { ContactRequest } from '@parlance/contract/contact';
import { spoken, t } from '@parlance/words/current';
import type { UseQueryResult } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { failureMessage } from '#lib/failure-message';
import { dayChangeGridMs, useNow } from '#lib/use-now';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { LinkButton } from '#ui/link-button';
import { Skeleton } from '#ui/skeleton';
import { Spinner } from '#ui/spinner';
import { RequestRow } from './request-row';
import type { LoadedRequests } from './requests-query';

export interface RequestListProps {
  list: UseQueryResult<LoadedRequests>;
  /** Without a request that was just removed. */
  loaded: LoadedRequests | undefined;
  openId: string | undefined;
  onMore: () => void;
}

export function RequestList({ list, loaded, openId, onMore }: RequestListProps) {
  const { requests = [], count = 0 } = loaded ?? {};
  const place = useFocusAfterRemoval(requests, openId);
  const now = new Date(useNow(dayChangeGridMs));
  const firstNew = useRef<number | null>(null);
  const showMore = (from: number) => {
    firstNew.current = from;
    onMore();
  };
  // The button disappears with the last rows: the focus moves to the first new one.
  useLayoutEffect(() => {
    const from = firstNew.current;
    if (from === null || requests.length <= from) return;
    firstNew.current = null;
    if (document.activeElement === document.body)
      place.current?.querySelectorAll<HTMLElement>('li a')[from]?.focus();
  }, [requests.length, place]);
  // One h1 per screen: an open request has its own.
  const Heading = openId ? 'h2' : 'h1';
  return (
    <section ref={place} aria-labelledby="requests" className="flex h-full flex-col">
      <div className="grid justify-items-start gap-2 border-b border-line px-4 pt-4 pb-4 sm:px-6 lg:px-5">
        <LinkButton to="/chats" variant="quiet" className="-ms-4">
          <ArrowLeft aria-hidden="true" className="size-5 rtl:-scale-x-100" />
          {t('Messages')}
        </LinkButton>
        <Heading id="requests" tabIndex={-1} className="text-2xl">
          {count > 0 ? t('Requests ({number})', { number: spoken().number(count) }) : t('Requests')}
        </Heading>
        <p className="text-sm text-ink-soft">
          {t('First messages that wait quietly. The senders do not see whether you have read them.')}{' '}
          <Link to="/settings#contact" className="underline underline-offset-2">
            {t('Who may write to me')}
          </Link>
        </p>
        <Arrivals count={loaded?.count} />
      </div>
      <div className="min-h-0 flex-1 lg:overflow-y-auto" aria-busy={list.isFetching || undefined}>
        {list.isPending ? (
          <ListSkeleton />
        ) : list.isError && !list.data ? (
          <div className="p-4 sm:px-6 lg:px-5">
            <RequestsFailed list={list} />
          </div>
        ) : requests.length === 0 ? (
          <p className="px-4 py-10 text-center text-ink-soft sm:px-6">{t('No requests are waiting.')}</p>
        ) : (
          <>
            <ul>
              {requests.map((request) => (
                <RequestRow
                  key={request.profile.userId}
                  request={request}
                  isOpen={request.profile.userId === openId}
                  now={now}
                />
              ))}
            </ul>
            {requests.length < count && (
              <div className="flex justify-center p-4">
                <Button busy={list.isPlaceholderData} onClick={() => showMore(requests.length)}>
                  {t('Show more')}
                </Button>
              </div>
            )}
          </>
        )}
      </div>
    </section>
  );
}

export function RequestsFailed({ list }: Pick<RequestListProps, 'list'>) {
  return (
    <Banner tone="danger" action={<Button onClick={() => void list.refetch()}>{t('Try again')}</Button>}>
      {failureMessage(list.error, t('Your requests could not be loaded. Nothing was lost.'))}
    </Banner>
  );
}

function ListSkeleton() {
  return (
    <div className="grid gap-3 p-4 sm:px-6 lg:px-5">
      <Spinner />
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
    </div>
  );
}

/** Announces a request that arrives while the list is open. */
function Arrivals({ count }: { count: number | undefined }) {
  const before = useRef(count);
  const [words, setWords] = useState('');
  useEffect(() => {
    const isMore = before.current !== undefined && count !== undefined && count > before.current;
    before.current = count;
    // The same words twice are announced once, so they are removed when the number falls.
    setWords(isMore ? t('A new request') : '');
  }, [count]);
  return (
    <p role="status" className="sr-only">
      {words}
    </p>
  );
}

/** A declined request disappears with the pressed button: the focus moves to the next row, or to the heading. */
function useFocusAfterRemoval(requests: ContactRequest[], openId: string | undefined) {
  const place = useRef<HTMLElement>(null);
  const lastOpen = useRef(0);
  const ids = requests.map(({ profile }) => profile.userId);
  const openPlace = ids.indexOf(openId ?? '');
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (openPlace >= 0) lastOpen.current = openPlace;
    if (openId !== undefined) {
      wasOpen.current = true;
      return;
    }
    if (!wasOpen.current) return;
    wasOpen.current = false;
    if (place.current?.contains(document.activeElement)) return;
    const rows = place.current?.querySelectorAll<HTMLElement>('li a') ?? [];
    (rows[Math.min(lastOpen.current, rows.length - 1)] ?? document.getElementById('requests'))?.focus();
  }, [openId, openPlace]);
  return place;
}
