import type { ChatMessage } from '@parlance/contract/chat';
import type { UserLanguage } from '@parlance/contract/languages';
import { languageOfText } from './detect/detector.ts';
import { loadProfiles } from './detect/load-profiles.ts';
import { keptLanguages } from './kept-languages';

/** What two people talk in: `practised` is what the reader learns of the partner, `given` what the partner learns in return. */
export interface LanguagePair {
  practised: string | null;
  given: string | null;
  /** Every language that a message of theirs may be in. */
  spoken: string[];
}

/** The languages of a conversation, out of what its two people know and learn. */
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

/** The language of a message: the one that somebody chose for it, else the one it looks like; null where that is unsure. */
export async function languageOf(
  { chatMessageId, content }: Pick<ChatMessage, 'chatMessageId' | 'content'>,
  languages: readonly string[],
): Promise<string | null> {
  const kept = keptLanguages()[chatMessageId];
  if (kept !== undefined) return kept;
  return content === null ? null : languageOfText(content, languages, await loadProfiles(languages));
}
