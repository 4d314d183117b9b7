import type { LanguageCode } from '@parlance/contract/languages';
import { t } from '@parlance/words/current';
import Plus from 'lucide-react/icons/plus';
import { LanguageMark } from './language-mark';
import { languageName, languageTitle } from './language-name';

export interface LanguageSuggestionsProps {
  codes: LanguageCode[];
  onPick: (code: LanguageCode) => void;
}

export function LanguageSuggestions({ codes, onPick }: LanguageSuggestionsProps) {
  if (codes.length === 0) return null;
  return (
    <ul aria-label={t('Suggestions')} className="flex flex-wrap gap-2">
      {codes.map((code) => (
        <li key={code}>
          <button
            type="button"
            onClick={() => onPick(code)}
            aria-label={t('Add {language}', { language: languageName(code) })}
            className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line-strong bg-surface px-3 font-medium transition-colors hover:bg-sunken"
          >
            <Plus aria-hidden="true" className="size-4 text-ink-faint" />
            <LanguageMark code={code} />
            {languageTitle(code)}
          </button>
        </li>
      ))}
    </ul>
  );
}
