import type { LanguageCode } from '@parlance/contract/languages';
import { programmeMax } from '@parlance/contract/programme-limits';
import { t } from '@parlance/words/current';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { languageName, languageTitle } from '#languages/language-name';
import { LanguagePicker } from '#languages/language-picker';
import { Field } from '#ui/field';

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
    place.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={place} className="grid grid-cols-1 gap-3">
      <Field label={t('Languages of the programme')} error={problem} className="max-w-sm">
        {/* Not a select: typing a name in a closed one chooses, and here adds, each language on the way to it. */}
        <LanguagePicker
          value={null}
          disabled={codes.length >= programmeMax.languages}
          onValueChange={(code) => code && onChange([...codes, code])}
          without={codes}
          placeholder={t('Add a language')}
          clearsOnPick
        />
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
