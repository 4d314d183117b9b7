import { type LanguageCode, languageOf } from '@parlance/contract/languages';
import Plus from 'lucide-react/icons/plus';
import { LanguageMark } from './language-mark';

export interface LanguageSuggestionsProps {
  codes: LanguageCode[];
  onPick: (code: LanguageCode) => void;
}

/** Likely languages, one tap each. */
export function LanguageSuggestions({ codes, onPick }: LanguageSuggestionsProps) {
  if (codes.length === 0) return null;
  return (
    <ul aria-label="Suggestions" className="flex flex-wrap gap-2">
      {codes.map((code) => (
        <li key={code}>
          <button
            type="button"
            onClick={() => onPick(code)}
            aria-label={`Add ${languageOf(code)?.name}`}
            className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line-strong bg-surface px-3 font-medium transition-colors hover:bg-sunken"
          >
            <Plus aria-hidden="true" className="size-4 text-ink-faint" />
            <LanguageMark code={code} />
            {languageOf(code)?.name}
          </button>
        </li>
      ))}
    </ul>
  );
}
