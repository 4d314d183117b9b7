import { t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { pageTitle } from '#lib/brand';
import { classNames } from '#lib/class-names';
import { useSignedIn } from '#session/signed-in';
import { Spinner } from '#ui/spinner';
import { ClosedRequest } from './closed-request';
import { RequestList, RequestsFailed } from './request-list';
import { RequestView } from './request-view';
import { requestsAtOnce, requestsQuery, withoutRequest } from './requests-query';
import type { RemovalState } from './use-removal';

export const meta = () => [{ title: pageTitle(t('Requests')) }];

/** First messages that arrived without a notification: two panes from 1024 px up, below that one, as in the chat. */
export default function Requests() {
  const { userId: openId } = useParams();
  const { runtime, user } = useSignedIn();
  const [wanted, setWanted] = useState(requestsAtOnce);
  const list = useQuery(requestsQuery(runtime.calls, user.userId, wanted));
  const { removedId } = (useLocation().state ?? {}) as RemovalState;
  const loaded = list.data && withoutRequest(list.data, removedId);
  const { requests = [], count = 0 } = loaded ?? {};
  const open = requests.find(({ profile }) => profile.userId === openId);
  const hasMore = requests.length < count;
  // The address can name a request further down.
  const isSought = openId !== undefined && list.data !== undefined && !open && hasMore;
  const isSeeking = isSought || (openId !== undefined && list.isPending);
  const isFailed = list.isError && (isSought || !list.data);
  useEffect(() => {
    if (isSought && !list.isPlaceholderData && !list.isError) setWanted(requests.length + 5 * requestsAtOnce);
  }, [isSought, list.isPlaceholderData, list.isError, requests.length]);
  const isListOnly = openId === undefined;
  return (
    <div
      className={classNames(
        '-mx-4 -my-8 sm:-mx-6 sm:-my-10 lg:grid lg:h-[calc(100dvh-var(--spacing-bar)-1px)] lg:grid-cols-[22rem_minmax(0,1fr)]',
        !isListOnly && 'fills-window',
      )}
    >
      <div
        className={classNames(
          'min-h-0 lg:border-e lg:border-line xl:border-s',
          !isListOnly && 'max-lg:hidden',
        )}
      >
        <RequestList
          list={list}
          loaded={loaded}
          openId={openId}
          onMore={() => setWanted(requests.length + requestsAtOnce)}
        />
      </div>
      <div
        className={classNames(
          'min-h-0 overflow-y-auto xl:border-e xl:border-line',
          isListOnly && 'max-lg:hidden',
        )}
      >
        {open ? (
          <RequestView key={openId} request={open} />
        ) : openId !== undefined && (isFailed || isSeeking) ? (
          // Below 1024 px the list is hidden, which shows the same before it is loaded.
          <div className={classNames('p-4 sm:p-6', !list.data && 'lg:hidden')}>
            {isFailed ? <RequestsFailed list={list} /> : <Spinner />}
          </div>
        ) : openId !== undefined ? (
          <ClosedRequest key={openId} userId={openId} />
        ) : (
          requests.length > 0 && (
            <p className="hidden h-full items-center justify-center text-ink-soft lg:flex">
              {t('A request opens here. The sender does not see that.')}
            </p>
          )
        )}
      </div>
    </div>
  );
}
