import { type Catalogue, lookUpIn } from './catalogue.ts';
import { makeEnglish } from './english.ts';
import { factsOf, type Locale, type PseudoLocale } from './locales.ts';
import { makeWords, type Words } from './words.ts';

/** The words of a language; without a catalogue its texts are English but its dates localised. */
export function createWords(locale: Locale | PseudoLocale, catalogue?: Catalogue): Words {
  if (locale === 'en') return makeEnglish();
  const facts = factsOf(locale);
  return makeWords(locale, facts, lookUpIn(catalogue ?? { words: {} }, facts.tag));
}
