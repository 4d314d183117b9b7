import type { Catalogue, Forms } from './catalogue.ts';
import { arrivesFilled, type Entry, keyOf, readEntries } from './catalogue-file.ts';
import { type Locale, locales, type PseudoLocale } from './locales.ts';
import { pluralForms } from './plural-forms.ts';
import { pseudoTranslations } from './pseudo.ts';

/** What the browser and the server read: the finished translations of a language, and nothing else. */
export function buildCatalogue(locale: Locale | PseudoLocale): Catalogue {
  // Every catalogue has every text; which one the pseudo-locales take it from does not matter.
  return isReal(locale)
    ? toCatalogue(locale, readEntries(locale))
    : toCatalogue('en', readEntries('es').map(pseudoTranslations));
}

const isReal = (locale: Locale | PseudoLocale): locale is Locale => locale in locales;

export function toCatalogue(locale: Locale, entries: Entry[]): Catalogue {
  const finished = entries.filter(
    ({ isFuzzy, isObsolete, translations }) => !isFuzzy && !isObsolete && translations.some(Boolean),
  );
  return {
    words: Object.fromEntries(
      finished.map((entry) => [
        keyOf(entry),
        entry.plural === null ? (entry.translations[0] ?? '') : toForms(locale, entry),
      ]),
    ),
    templates: finished
      .filter(({ notes, english }) => notes.includes(arrivesFilled) && english.includes('{'))
      .map(keyOf),
  };
}

function toForms(locale: Locale, { translations }: Entry): Forms {
  const forms: Forms = Object.fromEntries(
    pluralForms[locale].rules.map((rule, form) => [rule, translations[form]]),
  );
  const { few } = forms;
  return forms.other === undefined && few !== undefined ? { ...forms, other: few } : forms;
}
