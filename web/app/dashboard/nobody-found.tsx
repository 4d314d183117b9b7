import { t } from '@parlance/words/current';
import UserSearch from 'lucide-react/icons/user-search';
import { LinkButton } from '#ui/link-button';
import { ResultsMessage } from './results-message';
import { changeFilters, type Filters, isNarrowed, searchOf, toSimple } from './search-filters';

/** The next wider search: without the advanced filters, then in all languages. */
function wayOut(filters: Filters): { label: string; to: Filters } | null {
  const simple = toSimple(filters);
  if (isNarrowed(filters)) return { label: t('Search without these filters'), to: simple };
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
      title={filters.saved ? t('No saved people found.') : t('No users found matching your criteria.')}
      text={
        filters.saved
          ? t('Press “Save” on a card or a profile. Only you see whom you save.')
          : t('Try adjusting your search filters.')
      }
      action={next && <LinkButton to={{ search: searchOf(next.to) }}>{next.label}</LinkButton>}
    />
  );
}
