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

/** Whether a language of a person belongs to the voice: speaking is knowing. */
export function isOfVoice({ learning }: UserLanguage, voice: Voice): boolean {
  return learning === (voice === 'learning');
}

/** Adds a language at the end; one that is there already, spoken or learned, stays as it is. */
export function addLanguage(languages: UserLanguage[], code: LanguageCode, voice: Voice): UserLanguage[] {
  if (languages.some(({ languageCode }) => languageCode === code)) return languages;
  const learning = voice === 'learning';
  const proficiency = learning ? proficiencyOfLevel.beginner : knownProficiency;
  return [...languages, { languageCode: code, learning, proficiency }];
}

export function removeLanguage(languages: UserLanguage[], code: LanguageCode): UserLanguage[] {
  return languages.filter(({ languageCode }) => languageCode !== code);
}

/** Sets the level of a learned language. The level it has already keeps its finer stored number. */
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

/** What to say when a name that was typed finds nothing to choose: it may be one that somebody has already. */
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
