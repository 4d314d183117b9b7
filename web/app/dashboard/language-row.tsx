import type { UserLanguage } from '@parlance/contract/languages';
import { counted, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { LanguageChip, type Voice } from '#languages/language-chip';
import { languageTitle } from '#languages/language-name';
import { levelLabel } from '#people/language-label';

const chipsMax = 3;
// words: before a row of languages
const words = { speaks: word('Speaks:'), learning: word('Learning:') };

/** The languages of one voice on a card; of many, the first ones and the number of the rest. */
export function LanguageRow({ voice, languages }: { voice: Voice; languages: UserLanguage[] }) {
  if (languages.length === 0) return null;
  const shown = languages.slice(0, chipsMax);
  const left = languages.length - shown.length;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <span className="me-0.5 text-sm text-ink-soft">{t(words[voice])}</span>
      {/* The list lends its items to the row, so that they flow around the word. */}
      <ul className="contents">
        {shown.map((language) => (
          <li key={language.languageCode}>
            <LanguageChip
              voice={voice}
              name={languageTitle(language.languageCode)}
              level={levelLabel(language)}
              word="none"
            />
          </li>
        ))}
        {left > 0 && (
          <li className="text-sm text-ink-soft">
            {counted(left, 'and 1 more language', 'and {count} more languages')}
          </li>
        )}
      </ul>
    </div>
  );
}
