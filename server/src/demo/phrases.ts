import type { LanguageCode } from '@parlance/contract/languages';
import { readDemoFile } from './cast.ts';

/** The sentences of demo partners: `hello` says that they are invented, `voice` answers a recording, `hum` accompanies a recording. */
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

/** Text in the speaker's language with its translation for the reader, empty if the languages are the same. */
export type Said = [own: string, understood: string];

/** A phrase in a language and in the reader's interface language, English by default. */
export function phraseIn(language: LanguageCode, phrase: Phrase, locale: string | null = null): Said {
  const own = native[language] ?? english;
  const readers = native[languageOf(locale)] ?? english;
  return [own[phrase], own === readers ? '' : readers[phrase]];
}

/** Whether the phrases exist in a language. */
export const hasPhrases = (language: LanguageCode): boolean => language in native;

/** Drops an English translation for readers of a third language. */
export const forReader = ([own, inEnglish]: Said, locale: string | null): Said => [
  own,
  languageOf(locale) === 'en' ? inEnglish : '',
];

/** Joins phrases, with their translations underneath. */
export function say([own, understood]: Said, [moreOwn, moreUnderstood]: Said = ['', '']): string {
  const first = `${own} ${moreOwn}`.trim();
  const second = `${understood} ${moreUnderstood}`.trim();
  return second === '' ? first : `${first}\n(${second})`;
}

const languageOf = (locale: string | null): string => (locale ?? 'en').split('-', 1)[0] ?? 'en';
