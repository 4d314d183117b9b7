import { type LanguageCode, levelOfProficiency, type UserLanguage } from '@parlance/contract/languages';
import { t } from '@parlance/words/current';
import { levelNames } from '#languages/level-names';

/** The level of a language on a chip. A known language has one only where the member stated it. */
export function levelLabel({ learning, proficiency, isNative }: UserLanguage): string | undefined {
  if (learning) return t(levelNames[levelOfProficiency(proficiency)]);
  return isNative == null ? undefined : isNative ? t('Native') : t('Fluent');
}

/** Sorts the wanted languages first, keeping the order in each group, so that truncation drops the least relevant. */
export function wantedFirst(languages: UserLanguage[], wanted: readonly LanguageCode[]): UserLanguage[] {
  const rank = ({ languageCode }: UserLanguage) => (wanted.includes(languageCode) ? 0 : 1);
  return languages.toSorted((a, b) => rank(a) - rank(b));
}
