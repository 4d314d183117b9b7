import { queryMaxLength } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { useEffect, useEffectEvent, useState } from 'react';
import { LanguagePicker } from '#languages/language-picker';
import { Field } from '#ui/field';
import { TextInput } from '#ui/text-input';
import type { PhraseFilters } from './phrases-queries';

const typingMs = 250;

export interface PhraseSearchProps {
  filters: PhraseFilters;
  onSearch: (filters: PhraseFilters) => void;
}

/** Search by text and language; the URL follows the input. */
export function PhraseSearch({ filters, onSearch }: PhraseSearchProps) {
  const [typed, setTyped] = useState(filters.query);
  const [shownQuery, setShownQuery] = useState(filters.query);
  // Own searches that have not reached the URL yet: on a slow device they arrive after more was typed.
  const [asked, setAsked] = useState<string[]>([]);
  if (filters.query !== shownQuery) {
    setShownQuery(filters.query);
    const place = asked.indexOf(filters.query);
    setAsked(place < 0 ? [] : asked.slice(place + 1));
    // Back and forward restore their own query.
    if (place < 0) setTyped(filters.query);
  }
  const search = useEffectEvent((query: string) => {
    if (query === (asked.at(-1) ?? filters.query)) return;
    setAsked([...asked, query]);
    onSearch({ ...filters, query, page: 1 });
  });
  useEffect(() => {
    const timer = setTimeout(() => search(typed.trim()), typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <search className="grid gap-4 sm:grid-cols-2">
      <Field label={t('Search your phrases')}>
        <TextInput
          type="search"
          value={typed}
          maxLength={queryMaxLength}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      <Field label={t('Language')}>
        <LanguagePicker
          value={filters.languageCode}
          placeholder={t('All Languages')}
          onValueChange={(languageCode) => onSearch({ ...filters, languageCode, page: 1 })}
        />
      </Field>
    </search>
  );
}
