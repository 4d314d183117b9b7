import { type LanguageCode, levelOfProficiency, type UserLanguage } from '@parlance/contract/languages';
import { searchLevels } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { levelNames } from '#languages/level-names';

const native = searchLevels.find(({ name }) => name === 'Native');

/** Proficiency in the terms of the search filters, where a known language counts as native. */
export function proficiencyLabel(proficiency: number): string {
  if (native && proficiency >= native.minProficiency) return t(native.name);
  return t(levelNames[levelOfProficiency(proficiency)]);
}

/** Sorts the wanted languages first, keeping the order in each group, so that truncation drops the least relevant. */
export function wantedFirst(languages: UserLanguage[], wanted: readonly LanguageCode[]): UserLanguage[] {
  const rank = ({ languageCode }: UserLanguage) => (wanted.includes(languageCode) ? 0 : 1);
  return languages.toSorted((a, b) => rank(a) - rank(b));
}
