import { type LanguageCode, levelOfProficiency, type UserLanguage } from '@parlance/contract/languages';
import { searchLevels } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { levelNames } from '#languages/level-names';

const native = searchLevels.find(({ name }) => name === 'Native');

/** How well somebody knows a language, in the words of the search's filters: who knows a language is a native there. */
export function proficiencyLabel(proficiency: number): string {
  if (native && proficiency >= native.minProficiency) return t(native.name);
  return t(levelNames[levelOfProficiency(proficiency)]);
}

/** The wanted languages first, each group in its own order, so that a cut leaves out what matters least. */
export function wantedFirst(languages: UserLanguage[], wanted: readonly LanguageCode[]): UserLanguage[] {
  const rank = ({ languageCode }: UserLanguage) => (wanted.includes(languageCode) ? 0 : 1);
  return languages.toSorted((a, b) => rank(a) - rank(b));
}
