import type { UserLanguage } from '@parlance/contract/languages';
import { LanguageChip, type Voice } from '#languages/language-chip';
import { languageName, proficiencyLabel } from '#people/language-label';

const chipsMax = 3;
const words = { speaks: 'Speaks:', learning: 'Learning:' };

/** The languages of one voice on a card; of many, the first ones and how many more. */
export function LanguageRow({ voice, languages }: { voice: Voice; languages: UserLanguage[] }) {
  if (languages.length === 0) return null;
  const shown = languages.slice(0, chipsMax);
  const left = languages.length - shown.length;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <span className="me-0.5 text-sm text-ink-soft">{words[voice]}</span>
      {/* The list lends its items to the row, so that they flow around the word. */}
      <ul className="contents">
        {shown.map(({ languageCode, proficiency }) => (
          <li key={languageCode}>
            <LanguageChip
              voice={voice}
              name={languageName(languageCode)}
              level={proficiencyLabel(proficiency)}
              hideWord
            />
          </li>
        ))}
        {left > 0 && <li className="text-sm text-ink-soft">and {left} more</li>}
      </ul>
    </div>
  );
}
