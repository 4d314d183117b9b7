import {
  knownProficiency,
  type LanguageCode,
  levelOfProficiency,
  type ProficiencyLevel,
  proficiencyOfLevel,
  type UserLanguage,
} from '@parlance/contract/languages';
import { t } from '@parlance/words/current';
import { anyNameHolds } from '#lib/folded-text';
import type { Voice } from './language-chip';
import { languageName, namesOf } from './language-name';

/** Whether a language belongs to the voice. */
export function isOfVoice({ learning }: UserLanguage, voice: Voice): boolean {
  return learning === (voice === 'learning');
}

/** Appends a language; an existing one, spoken or learned, stays unchanged. */
export function addLanguage(languages: UserLanguage[], code: LanguageCode, voice: Voice): UserLanguage[] {
  if (languages.some(({ languageCode }) => languageCode === code)) return languages;
  const learning = voice === 'learning';
  const proficiency = learning ? proficiencyOfLevel.beginner : knownProficiency;
  return [...languages, { languageCode: code, learning, proficiency }];
}

export function removeLanguage(languages: UserLanguage[], code: LanguageCode): UserLanguage[] {
  return languages.filter(({ languageCode }) => languageCode !== code);
}

/** Sets the level of a learned language. An unchanged level keeps its finer stored number. */
export function setLevel(
  languages: UserLanguage[],
  code: LanguageCode,
  level: ProficiencyLevel,
): UserLanguage[] {
  return languages.map((language) => {
    const { languageCode, learning, proficiency } = language;
    if (languageCode !== code || !learning || levelOfProficiency(proficiency) === level) return language;
    return { ...language, proficiency: proficiencyOfLevel[level] };
  });
}

/** States whether a known language is native. */
export function setNative(languages: UserLanguage[], code: LanguageCode, isNative: boolean): UserLanguage[] {
  return languages.map((language) =>
    language.languageCode === code && !language.learning ? { ...language, isNative } : language,
  );
}

/** The message when a typed name matches no option, perhaps because the language is already taken. */
export function nothingFoundText(typed: string, taken: readonly UserLanguage[]): string {
  const sentences = taken.flatMap(({ languageCode, learning }) => {
    if (!anyNameHolds(namesOf(languageCode), typed)) return [];
    const language = languageName(languageCode);
    return learning
      ? t('You already learn {language}.', { language })
      : t('You already speak {language}.', { language });
  });
  return sentences.join(' ') || t('No language of that name.');
}
