import type { LanguageCode } from '@parlance/contract/languages';
import { lazy, Suspense } from 'react';
import { whenIdle } from '#lib/when-idle';
import { languageName } from '#people/language-label';
import { TextInput } from '#ui/text-input';

export interface SearchLanguageProps {
  value: LanguageCode | null;
  onValueChange: (code: LanguageCode | null) => void;
}

const placeholder = 'All Languages';

// A list of fifty languages with search weighs as much as the rest of the screen, and people come for the cards.
const LanguagePicker = lazy(async () => {
  await whenIdle();
  return { default: (await import('#languages/language-picker')).LanguagePicker };
});

/** The language to search for; until the picker is there, its place shows what is chosen. */
export function SearchLanguage(props: SearchLanguageProps) {
  const { value } = props;
  return (
    <Suspense
      fallback={<TextInput readOnly value={value ? languageName(value) : ''} placeholder={placeholder} />}
    >
      <LanguagePicker {...props} placeholder={placeholder} />
    </Suspense>
  );
}
