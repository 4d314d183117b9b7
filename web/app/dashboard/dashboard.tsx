import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { peopleKey } from '#people/people-queries';
import { useReadySession } from '#session/ready-session';
import { pageTitle } from '#shell/brand';
import { defaultLanguageOf, type Filters, readFilters, searchOf, toSimple } from './search-filters';
import { SearchForm } from './search-form';
import { SearchResults } from './search-results';

export const meta = () => [{ title: pageTitle('Find Language Partners') }];

export default function Dashboard() {
  const { profile } = useReadySession();
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
    <div className="grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <h1 className="text-title lg:col-span-2">Find Language Partners</h1>
      <div className="self-start lg:[@media(min-height:46rem)]:sticky lg:top-[calc(var(--spacing-bar)+2rem)]">
        <SearchForm filters={filters} onSearch={search} onToggleAdvanced={toggleAdvanced} />
      </div>
      <SearchResults filters={filters} />
    </div>
  );
}
