import type { LanguageCode } from '@parlance/contract/languages';
import { readDemoFile } from './cast.ts';

/** The sentences of demo partners: `hello` says that they are invented, `voice` answers a recording, `hum` comes with one of their own. */
export type Phrase =
  | 'hello'
  | 'more'
  | 'learnt'
  | 'question'
  | 'thanks'
  | 'voice'
  | 'hum'
  | 'booked'
  | 'cancelled';

type Phrases = Record<Phrase, string>;

const { en: english, ...others } = readDemoFile<{ en: Phrases; [language: string]: Phrases }>('phrases');
const native: Partial<Record<string, Phrases>> = { en: english, ...others };

/** Something in the speaker's language and what the reader understands of it, which is empty where that is the same. */
export type Said = [own: string, understood: string];

/** A phrase in a language, and in that of the reader's interface; English for who has chosen none. */
export function phraseIn(language: LanguageCode, phrase: Phrase, locale: string | null = null): Said {
  const own = native[language] ?? english;
  const readers = native[languageOf(locale)] ?? english;
  return [own[phrase], own === readers ? '' : readers[phrase]];
}

/** What was written in English beside the own language: not for readers of a third. */
export const forReader = ([own, inEnglish]: Said, locale: string | null): Said => [
  own,
  languageOf(locale) === 'en' ? inEnglish : '',
];

/** A phrase, and more if there is more to say, with what the reader understands of it all under it. */
export function say([own, understood]: Said, [moreOwn, moreUnderstood]: Said = ['', '']): string {
  const first = `${own} ${moreOwn}`.trim();
  const second = `${understood} ${moreUnderstood}`.trim();
  return second === '' ? first : `${first}\n(${second})`;
}

const languageOf = (locale: string | null): string => (locale ?? 'en').split('-', 1)[0] ?? 'en';
