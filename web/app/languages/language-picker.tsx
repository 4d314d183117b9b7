import { languages } from '@parlance/contract/language-catalogue';
import type { LanguageCode } from '@parlance/contract/languages';
import { useMemo } from 'react';
import { Combobox } from '#ui/combobox';
import { LanguageMark } from './language-mark';

export interface LanguagePickerProps {
  value: LanguageCode | null;
  onValueChange: (code: LanguageCode | null) => void;
  /** Languages that cannot be chosen, such as those somebody has already. */
  without?: readonly LanguageCode[] | undefined;
  placeholder?: string | undefined;
  clearsOnPick?: boolean | undefined;
  opensAtOnce?: boolean | undefined;
  name?: string | undefined;
}

const none: readonly LanguageCode[] = [];

/** One language of the catalogue, found by its English or its own name. Put it inside a Field. */
export function LanguagePicker({ without = none, onValueChange, ...rest }: LanguagePickerProps) {
  const items = useMemo(
    () =>
      languages
        .filter(({ code }) => !without.includes(code))
        .map(({ code, name, nativeName }) => ({
          value: code,
          label: name,
          detail: nativeName === name ? undefined : nativeName,
          detailLang: code,
          icon: <LanguageMark code={code} />,
        })),
    [without],
  );
  return (
    <Combobox
      {...rest}
      items={items}
      onValueChange={(value) => onValueChange(value as LanguageCode | null)}
      emptyText="No language of that name."
    />
  );
}
