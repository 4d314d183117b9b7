import { t } from '@parlance/words/current';
import UserSearch from 'lucide-react/icons/user-search';
import { LinkButton } from '#ui/link-button';
import { ResultsMessage } from './results-message';
import { changeFilters, type Filters, searchOf, toSimple } from './search-filters';

/** The next wider search: without name and level, then in all languages. */
function wayOut(filters: Filters): { label: string; to: Filters } | null {
  const simple = toSimple(filters);
  if (filters.query || filters.minProf !== null || filters.maxProf !== null) {
    return { label: t('Search without name and level'), to: simple };
  }
  if (filters.languageCode) {
    return { label: t('Search all languages'), to: changeFilters(simple, { languageCode: null }) };
  }
  return null;
}

export function NobodyFound({ filters }: { filters: Filters }) {
  const next = wayOut(filters);
  return (
    <ResultsMessage
      role="status"
      icon={<UserSearch aria-hidden="true" className="size-10" />}
      title={t('No users found matching your criteria.')}
      text={t('Try adjusting your search filters.')}
      action={next && <LinkButton to={{ search: searchOf(next.to) }}>{next.label}</LinkButton>}
    />
  );
}
