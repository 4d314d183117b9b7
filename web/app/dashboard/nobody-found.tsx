import UserSearch from 'lucide-react/icons/user-search';
import { LinkButton } from '#ui/link-button';
import { ResultsMessage } from './results-message';
import { changeFilters, type Filters, pageOf, searchOf, toSimple } from './search-filters';

export interface NobodyFoundProps {
  filters: Filters;
  /** There are results, but fewer than the address skips. */
  isBeyondEnd: boolean;
}

/** The next wider search: the first page, then without name and level, then in all languages. */
function wayOut(filters: Filters, isBeyondEnd: boolean): { label: string; to: Filters } | null {
  if (isBeyondEnd) return { label: 'Go to the first page', to: pageOf(filters, 1) };
  const simple = toSimple(filters);
  if (filters.query || filters.minProf !== null || filters.maxProf !== null) {
    return { label: 'Search without name and level', to: simple };
  }
  if (filters.languageCode) {
    return { label: 'Search all languages', to: changeFilters(simple, { languageCode: null }) };
  }
  return null;
}

export function NobodyFound({ filters, isBeyondEnd }: NobodyFoundProps) {
  const next = wayOut(filters, isBeyondEnd);
  return (
    <ResultsMessage
      role="status"
      icon={<UserSearch aria-hidden="true" className="size-10" />}
      title="No users found matching your criteria."
      text="Try adjusting your search filters."
      action={next && <LinkButton to={{ search: searchOf(next.to) }}>{next.label}</LinkButton>}
    />
  );
}
