import { type SearchType, searchTypes } from '@parlance/contract/people';
import Search from 'lucide-react/icons/search';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type ComponentType, type FormEvent, lazy, Suspense, useState } from 'react';
import { Button } from '#ui/button';
import { Field } from '#ui/field';
import { Select } from '#ui/select';
import type { AdvancedFieldsProps } from './advanced-fields';
import { AdvancedFieldsFailed, AdvancedFieldsSkeleton } from './advanced-fields-states';
import { changeFilters, chooseType, type Filters, searchOf, typeOf } from './search-filters';
import { SearchLanguage } from './search-language';

export interface SearchFormProps {
  /** The search that is shown. */
  filters: Filters;
  onSearch: (filters: Filters) => void;
  onToggleAdvanced: () => void;
}

const AdvancedFields = lazy<ComponentType<AdvancedFieldsProps>>(() =>
  import('./advanced-fields').catch(() => ({ default: AdvancedFieldsFailed })),
);

const typeNames: Record<SearchType, string> = { natives: 'Native speakers', learners: 'Other learners' };

/** What is chosen here counts once it is searched for; another address brings its own choices along. */
export function SearchForm({ filters, onSearch, onToggleAdvanced }: SearchFormProps) {
  const { advanced } = filters;
  // Opening the options is no other search: what was chosen before stays.
  const address = searchOf({ ...filters, advanced: true });
  const [draft, setDraft] = useState(filters);
  const [shownAddress, setShownAddress] = useState(address);
  if (shownAddress !== address) {
    setShownAddress(address);
    setDraft(filters);
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(changeFilters(draft, { advanced, query: draft.query.trim() }));
  };

  return (
    <search>
      <form onSubmit={submit} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
        <Field label="Language">
          <SearchLanguage
            value={draft.languageCode}
            onValueChange={(languageCode) => setDraft({ ...draft, languageCode })}
          />
        </Field>
        <Field label="I'm looking for">
          <Select
            value={typeOf(draft)}
            onChange={({ target }) => setDraft(chooseType(draft, target.value as SearchType))}
          >
            {searchTypes.map((type) => (
              <option key={type} value={type}>
                {typeNames[type]}
              </option>
            ))}
          </Select>
        </Field>
        {advanced && (
          <Suspense fallback={<AdvancedFieldsSkeleton />}>
            <AdvancedFields draft={draft} onChange={(change) => setDraft({ ...draft, ...change })} />
          </Suspense>
        )}
        <div className="grid gap-1 sm:col-span-2 sm:grid-cols-2 sm:gap-4 lg:col-span-1 lg:grid-cols-1 lg:gap-1">
          <Button type="submit" variant="primary">
            <Search aria-hidden="true" className="size-5" />
            Search
          </Button>
          <Button
            variant="quiet"
            aria-expanded={advanced}
            onClick={onToggleAdvanced}
            className="text-ink-soft"
          >
            <SlidersHorizontal aria-hidden="true" className="size-4" />
            {advanced ? 'Simple Search' : 'Advanced Search Options'}
          </Button>
        </div>
      </form>
    </search>
  );
}
