import { pastSessionsPageSize } from '@parlance/contract/past-sessions';
import { t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { classNames } from '#lib/class-names';
import { pageCountOf } from '#lib/page-number';
import { pastSessionsQuery } from '#schedule/past-sessions-query';
import { groupByDay } from '#schedule/time-text';
import { viewerZone } from '#schedule/viewer-zone';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { LinkButton } from '#ui/link-button';
import { Pagination } from '#ui/pagination';
import { PastSessionItem } from './past-session-item';
import { SessionsSkeleton } from './sessions-skeleton';

/** Sessions that have ended, newest first. */
export function PastSessions({ page }: { page: number }) {
  const { runtime, user } = useSignedIn();
  const query = pastSessionsQuery(runtime.calls, user.userId, page);
  const { data, isError, isPlaceholderData, isFetching, refetch } = useQuery(query);
  return (
    <>
      {!data && !isError && <SessionsSkeleton />}
      {!data && isError && (
        <Banner tone="danger" action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}>
          {t('Your sessions could not be loaded. Nothing was lost.')}
        </Banner>
      )}
      {data?.count === 0 && (
        <div className="grid justify-items-start gap-3 rounded-lg border border-dashed border-line-strong p-6">
          <h2 className="text-xl">{t('No past sessions yet')}</h2>
          <p className="text-ink-soft">
            {t('Once a session is over, its words, talk time and thanks are kept here.')}
          </p>
          <LinkButton to="/dashboard" variant="primary">
            {t('Find Language Partners')}
          </LinkButton>
        </div>
      )}
      {data && (
        <div className={classNames('grid gap-8 transition-opacity', isPlaceholderData && 'opacity-60')}>
          {groupByDay(data.slots, viewerZone())
            .toReversed()
            .map(({ day, heading, items }) => (
              <section key={day} aria-label={heading} className="grid gap-3">
                <h2 className="text-xl first-letter:uppercase">{heading}</h2>
                <ul className="grid gap-3">
                  {items.map((session) => (
                    <PastSessionItem key={session.scheduleSlotId} session={session} />
                  ))}
                </ul>
              </section>
            ))}
        </div>
      )}
      <Pagination
        page={page}
        pageCount={pageCountOf(data?.count ?? 0, pastSessionsPageSize)}
        isCurrent={!isFetching}
        linkTo={(number) => ({ search: number > 1 ? `show=past&page=${number}` : 'show=past' })}
        label={t('Pages of sessions')}
      />
    </>
  );
}
