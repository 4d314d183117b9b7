import type { LanguageCode, UserLanguage } from '@parlance/contract/languages';
import { useMemo } from 'react';
import { Combobox } from '#ui/combobox';
import { nothingFoundText } from './language-list';
import { LanguageMark } from './language-mark';
import { languageTitle, namesOf, sortedLanguages } from './language-name';

export interface LanguagePickerProps {
  value: LanguageCode | null;
  onValueChange: (code: LanguageCode | null) => void;
  /** Languages that cannot be chosen again. */
  taken?: readonly UserLanguage[] | undefined;
  /** Languages that are not offered, where they are not the member's own. */
  without?: readonly LanguageCode[] | undefined;
  placeholder?: string | undefined;
  clearsOnPick?: boolean | undefined;
  opensAtOnce?: boolean | undefined;
  disabled?: boolean | undefined;
  name?: string | undefined;
}

const none: readonly UserLanguage[] = [];
const noCodes: readonly LanguageCode[] = [];

/** Picks one language by its localised, English or native name. Use inside a Field. */
export function LanguagePicker({
  taken = none,
  without = noCodes,
  onValueChange,
  ...rest
}: LanguagePickerProps) {
  const items = useMemo(
    () =>
      sortedLanguages()
        .filter(
          ({ code }) => !without.includes(code) && !taken.some(({ languageCode }) => languageCode === code),
        )
        .map(({ code, nativeName }) => ({
          value: code,
          label: languageTitle(code),
          names: namesOf(code),
          detail: nativeName === languageTitle(code) ? undefined : nativeName,
          detailLang: code,
          icon: <LanguageMark code={code} />,
        })),
    [taken, without],
  );
  return (
    <Combobox
      {...rest}
      items={items}
      onValueChange={(value) => onValueChange(value as LanguageCode | null)}
      emptyText={(typed) => nothingFoundText(typed, taken)}
    />
  );
}
