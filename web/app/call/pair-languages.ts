import type { UserLanguage } from '@parlance/contract/languages';
import type { Voice } from './halves-bar';

/** Languages that one side knows and the other learns; all of both if there are none. */
export function pairLanguages(own: UserLanguage[], theirs: UserLanguage[]): UserLanguage['languageCode'][] {
  const codes = (languages: UserLanguage[], isLearning: boolean) =>
    languages.filter(({ learning }) => learning === isLearning).map(({ languageCode }) => languageCode);
  const taught = codes(own, false).filter((code) => codes(theirs, true).includes(code));
  const learned = codes(own, true).filter((code) => codes(theirs, false).includes(code));
  const shared = [...taught, ...learned];
  const all = [...own, ...theirs].map(({ languageCode }) => languageCode);
  return [...new Set(shared.length > 1 ? shared : all)];
}

/** Role of the member in each half: helping or learning. */
export function voicesOf(
  languages: { first: string; second: string } | null,
  own: UserLanguage[],
): { first: Voice; second: Voice } {
  if (!languages) return { first: 'speaks', second: 'learning' };
  const voiceOf = (code: string): Voice =>
    own.some(({ languageCode, learning }) => languageCode === code && learning) ? 'learning' : 'speaks';
  return { first: voiceOf(languages.first), second: voiceOf(languages.second) };
}
