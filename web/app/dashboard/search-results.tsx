import type { PageData } from '@parlance/contract/page-renderer';
import { t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLoaderData, useNavigationType } from 'react-router';
import { classNames } from '#lib/class-names';
import { pageCountOf } from '#lib/page-number';
import { searchQuery } from '#people/people-queries';
import { useReadySession } from '#session/signed-in';
import { LinkButton } from '#ui/link-button';
import { Pagination } from '#ui/pagination';
import { Spinner } from '#ui/spinner';
import { NobodyFound } from './nobody-found';
import { PersonCard } from './person-card';
import { PersonCardSkeleton } from './person-card-skeleton';
import { PromoCard } from './promo-card';
import { SearchFailed } from './search-failed';
import {
  chooseType,
  type Filters,
  pageAt,
  pageOf,
  searchOf,
  toPayload,
  toSaved,
  toSimple,
} from './search-filters';
import { resultsHeading, showingText } from './search-words';

const gridClass = 'grid grid-cols-1 gap-4 sm:grid-cols-2';
const skeletonKeys = ['a', 'b', 'c', 'd', 'e', 'f'];

export function SearchResults({ filters }: { filters: Filters }) {
  const { runtime, user, loading } = useReadySession();
  const loaded = useLoaderData<PageData | null>();
  const isVisitor = user === null;
  const payload = toPayload(filters, isVisitor);
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...searchQuery(runtime.calls, user?.userId ?? null, payload, loaded?.found),
    enabled: !loading,
  });
  const { limit, offset } = filters;
  const heading = useFocusOnPage(offset);
  const isSearching = isPlaceholderData || (!data && (isFetching || !error));
  const shown = data?.users.length ?? 0;
  const summary = isVisitor
    ? t('Most recently active first')
    : showingText(offset, shown, data ?? { count: 0 });

  return (
    <section aria-labelledby="results" className="grid min-w-0 content-start gap-4">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 id="results" ref={heading} tabIndex={-1} className="text-2xl">
            {resultsHeading(filters)}
          </h2>
          {user && filters.languageCode && !filters.saved && (
            <LinkButton
              variant="quiet"
              className="text-ink-soft max-sm:-ms-4"
              to={{ search: searchOf(chooseType(filters, filters.learning ? 'natives' : 'learners')) }}
            >
              {resultsHeading({ ...filters, learning: !filters.learning })}
            </LinkButton>
          )}
          {user && (
            <LinkButton
              variant="quiet"
              className="text-ink-soft max-sm:-ms-4"
              to={{ search: searchOf(filters.saved ? toSimple(filters) : toSaved(filters)) }}
            >
              {filters.saved ? t('Everyone') : t('Saved people')}
            </LinkButton>
          )}
        </div>
        {/* One line in every state, so that nothing below it moves. */}
        <p role="status" className="flex min-h-7 items-center gap-3 text-ink-soft">
          {isSearching && <Spinner decorative />}
          {isSearching ? t('Searching for language partners...') : shown > 0 && summary}
        </p>
      </div>
      {!data && !error && (
        <ul aria-hidden="true" className={gridClass}>
          {skeletonKeys.map((key) => (
            <PersonCardSkeleton key={key} />
          ))}
        </ul>
      )}
      {!data && error && <SearchFailed error={error} onRetry={() => void refetch()} />}
      {data?.count === 0 && <NobodyFound filters={filters} />}
      {data && (shown > 0 || isVisitor) && (
        <ul
          aria-busy={isSearching}
          className={classNames(gridClass, 'transition-opacity', isPlaceholderData && 'opacity-60')}
        >
          {data.users.map((person) => (
            <PersonCard key={person.userId} person={person} wanted={filters.languageCode} />
          ))}
          {isVisitor && <PromoCard />}
        </ul>
      )}
      {data && !isVisitor && (
        <Pagination
          page={pageAt(filters, data.count)}
          pageCount={pageCountOf(data.count, limit)}
          isCurrent={!isFetching}
          linkTo={(page) => ({ search: searchOf(pageOf(filters, page)) })}
          label={t('Pages of results')}
        />
      )}
    </section>
  );
}

/** Moves the focus to the top of a new page; back and forward restore the position. */
function useFocusOnPage(offset: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shownOffset = useRef(offset);
  const navigationType = useNavigationType();
  useEffect(() => {
    if (shownOffset.current === offset) return;
    shownOffset.current = offset;
    if (navigationType === 'PUSH' && offset > 0) heading.current?.focus();
  }, [offset, navigationType]);
  return heading;
}
