import type { PageData } from '@parlance/contract/page-renderer';
import { t } from '@parlance/words/current';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useSearchParams } from 'react-router';
import { readLinesHeight } from '#attention/lines-height';
import { pageTitle } from '#lib/brand';
import { pageContext } from '#lib/page-context';
import type { ScreenHandle } from '#lib/screen-handle';
import { useLaterModule } from '#lib/use-later-module';
import { RenderedAt } from '#lib/use-now';
import { peopleKey } from '#people/people-queries';
import { useReadySession } from '#session/signed-in';
import { Spinner } from '#ui/spinner';
import { defaultLanguageOf, type Filters, readFilters, searchOf, toSimple } from './search-filters';
import { SearchForm } from './search-form';
import { SearchResults } from './search-results';

export const loader = ({ context }: LoaderFunctionArgs) => context.get(pageContext).data;

/** In the browser the screen calls the API itself. */
export const clientLoader = () => null;

export const meta = () => [{ title: pageTitle(t('Find Language Partners')) }];

const gridClass = 'grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-[16rem_minmax(0,1fr)]';

function Heading() {
  return (
    <div className="grid gap-2 lg:col-span-2">
      <h1 className="text-title">{t('Find Language Partners')}</h1>
      <p className="max-w-reading text-lg text-ink-soft">
        {t(
          'People who speak what you learn, or learn what you speak. Open a profile to see when somebody has time to talk.',
        )}
      </p>
    </div>
  );
}

function MemberOpening() {
  return (
    <div className={gridClass}>
      <Heading />
      <Spinner />
    </div>
  );
}

// Members get different results than visitors.
export const handle: ScreenHandle = { isForVisitors: true, MemberOpening };

/** Reserves the space of the last visit, so that nothing moves unless something new waits for the member. */
function OwnLines() {
  const [reserved] = useState(readLinesHeight);
  const later = useLaterModule(() => import('#attention/member-lines'), { isWanted: true });
  return (
    <div className="min-h-16 lg:-mt-2 lg:min-h-11 lg:col-span-2">
      {later ? <later.MemberLines reserved={reserved} /> : <div style={{ minHeight: reserved }} />}
    </div>
  );
}

export default function Dashboard() {
  const { profile, user } = useReadySession();
  const loaded = useLoaderData<PageData | null>();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const filters = readFilters(params, defaultLanguageOf(profile));

  const show = (wanted: Filters, { replace }: { replace: boolean }) =>
    void navigate({ search: searchOf(wanted) }, { replace, preventScrollReset: true });
  const search = (wanted: Filters) => {
    const isSame = searchOf(wanted) === searchOf(filters);
    if (isSame) void cache.invalidateQueries({ queryKey: peopleKey });
    show(wanted, { replace: isSame });
  };
  const toggleAdvanced = () =>
    show(filters.advanced ? toSimple(filters) : { ...filters, advanced: true }, { replace: true });

  return (
    <div className={gridClass}>
      <Heading />
      {user && <OwnLines />}
      <div className="self-start lg:[@media(min-height:46rem)]:sticky lg:top-[calc(var(--spacing-bar)+2rem)]">
        <SearchForm filters={filters} onSearch={search} onToggleAdvanced={toggleAdvanced} />
      </div>
      <RenderedAt value={loaded?.renderedAt ?? null}>
        <SearchResults filters={filters} />
      </RenderedAt>
    </div>
  );
}
