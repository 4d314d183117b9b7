import type { LanguageCode } from '@parlance/contract/languages';
import { programmeMax } from '@parlance/contract/programme-limits';
import { t } from '@parlance/words/current';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { languageName, languageTitle, sortedLanguages } from '#languages/language-name';
import { Field } from '#ui/field';
import { Select } from '#ui/select';

interface ProgrammeLanguagesProps {
  codes: readonly LanguageCode[];
  problem: string | null | undefined;
  onChange: (codes: LanguageCode[]) => void;
}

/** The languages of a programme, each removable. */
export function ProgrammeLanguages({ codes, problem, onChange }: ProgrammeLanguagesProps) {
  const place = useRef<HTMLDivElement>(null);
  const remove = (code: LanguageCode) => {
    onChange(codes.filter((other) => other !== code));
    // The pressed button disappears.
    place.current?.querySelector('select')?.focus();
  };
  return (
    <div ref={place} className="grid grid-cols-1 gap-3">
      <Field label={t('Languages of the programme')} error={problem} className="max-w-sm">
        <Select
          value=""
          disabled={codes.length >= programmeMax.languages}
          onChange={({ target }) => target.value && onChange([...codes, target.value as LanguageCode])}
        >
          <option value="">{t('Add a language')}</option>
          {sortedLanguages()
            .filter(({ code }) => !codes.includes(code))
            .map(({ code }) => (
              <option key={code} value={code}>
                {languageTitle(code)}
              </option>
            ))}
        </Select>
      </Field>
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {codes.map((code) => (
          <li
            key={code}
            className="flex items-center rounded-full border border-line-strong bg-surface ps-3 font-medium"
          >
            {languageTitle(code)}
            <button
              type="button"
              onClick={() => remove(code)}
              aria-label={t('Remove {language}', { language: languageName(code) })}
              className="flex size-11 items-center justify-center rounded-full text-ink-soft hover:text-ink"
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
