import { buildCatalogue } from './built-catalogue.ts';
import { createWords } from './create-words.ts';
import { makeEnglish } from './english.ts';
import type { Locale, PseudoLocale } from './locales.ts';
import type { Words } from './words.ts';

const made = new Map<Locale | PseudoLocale, Words>();

// English mails use the 24-hour clock.
const clockTag = 'en-US-u-hc-h23';

/** The words of a language, cached: reading a catalogue takes longer than a request. */
export function wordsOf(locale: Locale | PseudoLocale): Words {
  const make = () => (locale === 'en' ? makeEnglish(clockTag) : createWords(locale, buildCatalogue(locale)));
  const words = made.get(locale) ?? make();
  made.set(locale, words);
  return words;
}
