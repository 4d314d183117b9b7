import { type SearchType, searchTypes } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import Search from 'lucide-react/icons/search';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { useHydrated } from '#lib/use-hydrated';
import { useReadySession } from '#session/signed-in';
import { Button } from '#ui/button';
import { LabelledField } from '#ui/labelled-field';
import { Select } from '#ui/select';
import { AdvancedFields } from './advanced-fields';
import { changeFilters, chooseType, type Filters, readFilters, searchOf, typeOf } from './search-filters';
import { SearchLanguage } from './search-language';

export interface SearchFormProps {
  filters: Filters;
  onSearch: (filters: Filters) => void;
  onToggleAdvanced: () => void;
}

const typeNames: Record<SearchType, string> = {
  natives: word('Native speakers'),
  learners: word('Other learners'),
};

/** Reads the filters from the form fields. The form of visitors, which members hydrate too, has no field for saved people. */
function readForm(form: HTMLFormElement, { limit, offset, advanced, saved }: Filters): Filters {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  return { ...readFilters(new URLSearchParams(fields), null), limit, offset, advanced, saved };
}

/**
 * The draft takes effect on submit; a new address replaces it. Before hydration and without scripts this is a plain form whose fields
 * are the parameters of the address.
 */
export function SearchForm({ filters, onSearch, onToggleAdvanced }: SearchFormProps) {
  const { advanced } = filters;
  // Toggling the advanced options keeps the draft.
  const address = searchOf({ ...filters, advanced: true });
  const [draft, setDraft] = useState(filters);
  const [shownAddress, setShownAddress] = useState(address);
  if (shownAddress !== address) {
    setShownAddress(address);
    setDraft(filters);
  }
  const isHydrated = useHydrated();
  const { user } = useReadySession();
  const form = useRef<HTMLFormElement>(null);
  // Choices made before hydration are only in the DOM; the initial state would overwrite them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is hydrated
  useLayoutEffect(() => {
    if (form.current && !isHydrated) setDraft(readForm(form.current, filters));
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(changeFilters(draft, { advanced, query: draft.query.trim() }));
  };

  return (
    <search>
      <form
        ref={form}
        action="/dashboard"
        onSubmit={submit}
        className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1"
      >
        <LabelledField label={t('Language')}>
          <SearchLanguage
            value={draft.languageCode}
            onValueChange={(languageCode) => setDraft({ ...draft, languageCode })}
          />
        </LabelledField>
        <LabelledField label={t("I'm looking for")}>
          <Select
            name="type"
            value={typeOf(draft)}
            onChange={({ target }) => setDraft(chooseType(draft, target.value as SearchType))}
          >
            {searchTypes.map((type) => (
              <option key={type} value={type}>
                {t(typeNames[type])}
              </option>
            ))}
          </Select>
        </LabelledField>
        {advanced && (
          <AdvancedFields
            draft={draft}
            onChange={(change) => setDraft({ ...draft, ...change })}
            isMember={user !== null}
          />
        )}
        <div className="grid gap-1 sm:col-span-2 sm:grid-cols-2 sm:gap-4 lg:col-span-1 lg:grid-cols-1 lg:gap-1">
          <Button type="submit" name={advanced ? 'advanced' : undefined} value="true" variant="primary">
            <Search aria-hidden="true" className="size-5" />
            {t(word('Search', 'button'))}
          </Button>
          <Button
            type={isHydrated ? 'button' : 'submit'}
            name="advanced"
            value={String(!advanced)}
            variant="quiet"
            aria-expanded={advanced}
            onClick={onToggleAdvanced}
            className="text-ink-soft"
          >
            <SlidersHorizontal aria-hidden="true" className="size-4" />
            {advanced ? t('Simple Search') : t('Advanced Search Options')}
          </Button>
        </div>
      </form>
    </search>
  );
}
