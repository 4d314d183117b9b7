import type { LanguageCode } from '@parlance/contract/languages';
import { t } from '@parlance/words/current';
import { useId } from 'react';
import { Choice } from '#ui/choice';
import { languageName } from './language-name';

export interface NativePickerProps {
  code: LanguageCode;
  /** Null as long as it is not stated. */
  isNative: boolean | null;
  onChange: (isNative: boolean) => void;
}

/** Asks with one press whether a known language is native. Optional: nothing is chosen at first. */
export function NativePicker({ code, isNative, onChange }: NativePickerProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{t('Your level in {language}', { language: languageName(code) })}</legend>
      <div className="grid grid-cols-2 gap-2 sm:max-w-xs">
        {[true, false].map((value) => (
          <Choice
            key={String(value)}
            type="radio"
            name={name}
            checked={isNative === value}
            onChange={() => onChange(value)}
            className="justify-center text-sm has-checked:font-semibold"
            chosenClass="has-checked:border-speak has-checked:bg-speak-soft has-checked:text-speak"
          >
            {value ? t('Native') : t('Fluent')}
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}
