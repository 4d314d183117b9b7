import type { LanguageCode } from '@parlance/contract/languages';
import { asianPhrases } from './phrases-asia.ts';
import { english, type Phrase, type Phrases } from './phrases-english.ts';
import { europeanPhrases } from './phrases-europe.ts';

const native: Partial<Record<LanguageCode, Phrases>> = { ...europeanPhrases, ...asianPhrases };

/** The phrase in a language and its English; who speaks English has nothing to add to the first. */
export function phraseIn(language: LanguageCode, phrase: Phrase): [own: string, english: string] {
  const own = native[language];
  return own ? [own[phrase], english[phrase]] : [english[phrase], ''];
}

/** The phrase, and more if there is more to say, with the English of it all under it. */
export function say(
  language: LanguageCode,
  phrase: Phrase,
  more: [own: string, english: string] = ['', ''],
): string {
  const [own, inEnglish] = phraseIn(language, phrase);
  const [moreOwn, moreEnglish] = more;
  const first = `${own} ${moreOwn}`.trim();
  return inEnglish === '' ? first : `${first}\n(${`${inEnglish} ${moreEnglish}`.trim()})`;
}
