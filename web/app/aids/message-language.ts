import type { ChatMessage } from '@parlance/contract/chat';
import type { UserLanguage } from '@parlance/contract/languages';
import { languageOfText } from './detect/detector.ts';
import { loadProfiles } from './detect/load-profiles.ts';
import { keptLanguages } from './kept-languages';

/** Languages of a pair: `practised` is what the member learns, `given` what the partner learns in return. */
export interface LanguagePair {
  practised: string | null;
  given: string | null;
  /** All languages that a message can be in. */
  spoken: string[];
}

/** Languages of a conversation from both members' profiles. */
export function pairOf(own: readonly UserLanguage[], theirs: readonly UserLanguage[]): LanguagePair {
  const has = (languages: readonly UserLanguage[], code: string, learning: boolean) =>
    languages.some((language) => language.languageCode === code && language.learning === learning);
  const practised = own.find(({ languageCode, learning }) => learning && has(theirs, languageCode, false));
  const given = theirs.find(({ languageCode, learning }) => learning && has(own, languageCode, false));
  const both = own.filter(({ languageCode }) => theirs.some((each) => each.languageCode === languageCode));
  const spoken = (both.length > 1 ? both : [...own, ...theirs]).map(({ languageCode }) => languageCode);
  return {
    practised: practised?.languageCode ?? null,
    given: given?.languageCode ?? null,
    spoken: [...new Set(spoken)],
  };
}

/** Language of a message: the chosen one, else the detected one; null if unsure. */
export async function languageOf(
  { chatMessageId, content }: Pick<ChatMessage, 'chatMessageId' | 'content'>,
  languages: readonly string[],
): Promise<string | null> {
  const kept = keptLanguages()[chatMessageId];
  if (kept !== undefined) return kept;
  return content === null ? null : languageOfText(content, languages, await loadProfiles(languages));
}
