import type { FullProfile } from '@parlance/contract/people';
import { slotPageSizes } from '@parlance/contract/schedule';
import { t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { classNames } from '#lib/class-names';
import { pageAttributes } from '#lib/page-attributes';
import { pageCountOf, readPage } from '#lib/page-number';
import { useHydrated } from '#lib/use-hydrated';
import { useNow } from '#lib/use-now';
import { useReadySession } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { LinkButton } from '#ui/link-button';
import { Pagination } from '#ui/pagination';
import { Skeleton } from '#ui/skeleton';
import { Spinner } from '#ui/spinner';
import { AvailabilityRow } from './availability-row';
import { availabilityQuery } from './schedule-queries';
import { groupByDay } from './time-text';
import { useLiveSchedule } from './use-live-schedule';
import { viewerZone } from './viewer-zone';

const minuteMs = 60_000;

/** A member's slots, grouped by day in the viewer's time zone. */
export function AvailabilityList({ profile }: { profile: FullProfile }) {
  const { runtime, user, loading } = useReadySession();
  const [search] = useSearchParams();
  const page = readPage(search.get('page'), slotPageSizes.profile);
  const { data, isError, isPlaceholderData, isFetching, refetch } = useQuery({
    ...availabilityQuery(runtime.calls, user?.userId ?? null, profile.userId, page),
    enabled: !loading,
  });
  const now = new Date(useNow(minuteMs));
  useLiveSchedule();
  const isOwn = user?.userId === profile.userId;
  const isAnchor = useLocation().hash === '#availability';
  const isHydrated = useHydrated();
  const listId = useId();

  if (!data) {
    return isError ? (
      <Banner tone="danger" action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}>
        {t('The availability could not be loaded. Nothing was lost.')}
      </Banner>
    ) : (
      // Rendered only in the browser: the content depends on the viewer's time zone.
      <div
        {...{ [pageAttributes.needsApp]: '' }}
        // Room below the heading, so that the anchor scrolls to it before the times are loaded.
        className={classNames('grid content-start gap-3', isAnchor && isHydrated && 'min-h-svh')}
      >
        <Spinner label={t('Loading availability...')} />
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
    );
  }
  if (data.count === 0) return <NoAvailability isOwn={isOwn} />;
  return (
    <div className="grid gap-6">
      <div className={classNames('grid gap-6 transition-opacity', isPlaceholderData && 'opacity-60')}>
        {groupByDay(data.slots, viewerZone()).map(({ day, heading, items }) => (
          <section key={day} aria-label={heading} className="grid gap-2">
            <h3 id={`${listId}-${day}`} className="text-base first-letter:uppercase">
              {heading}
            </h3>
            <ul className="divide-y divide-line overflow-hidden rounded-md border border-line bg-surface">
              {items.map((slot) => (
                <AvailabilityRow
                  key={slot.scheduleSlotId}
                  slot={slot}
                  dayId={`${listId}-${day}`}
                  owner={profile}
                  viewerId={user?.userId ?? null}
                  now={now}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <Pagination
        page={page}
        pageCount={pageCountOf(data.count, slotPageSizes.profile)}
        isCurrent={!isFetching}
        linkTo={(number) => ({ search: number === 1 ? '' : `?page=${number}` })}
        label={t('Pages of availability')}
        keepScroll
      />
    </div>
  );
}

function NoAvailability({ isOwn }: { isOwn: boolean }) {
  return (
    <div className="grid justify-items-start gap-2 rounded-md border border-dashed border-line-strong p-5">
      <p className="font-medium">{t('No availability has been set up')}</p>
      <p className="text-ink-soft">{t('Check back later.')}</p>
      {isOwn && (
        <LinkButton to="/settings#availability" className="mt-2">
          {t('Set up your availability')}
        </LinkButton>
      )}
    </div>
  );
}
