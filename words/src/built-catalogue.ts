import type { Catalogue, Forms } from './catalogue.ts';
import { type Entry, isSent, keyOf, readEntries } from './catalogue-file.ts';
import { type Locale, locales, type PseudoLocale } from './locales.ts';
import { pluralForms } from './plural-forms.ts';
import { pseudoTranslations } from './pseudo.ts';
import { shortKey } from './short-key.ts';

/** The complete translations of a language, for the server. */
export function buildCatalogue(locale: Locale | PseudoLocale): Catalogue {
  return toCatalogue(formsOf(locale), entriesOf(locale));
}

/**
 * Browser catalogues by short keys, in several files: `fileOf` maps a source file to its catalogue, and `common` the catalogues of all
 * sources of a text to one that each of them loads. Errors sent by the server are in the first; texts that the server displays itself
 * are in none.
 */
export function splitCatalogue<File extends string>(
  locale: Locale | PseudoLocale,
  files: readonly File[],
  fileOf: (source: string) => File,
  common: (files: File[]) => File | undefined,
): Record<File, Catalogue> {
  const entries = entriesOf(locale).filter(({ isObsolete }) => !isObsolete);
  refuseSharedKeys(entries.map(keyOf));
  const placeOf = (entry: Entry): File | undefined => {
    if (isSent(entry)) return files[0];
    return common(entry.files.filter((source) => !source.startsWith('server/')).map(fileOf));
  };
  const inFile = (file: File) => entries.filter((entry) => placeOf(entry) === file);
  return Object.fromEntries(
    files.map((file) => [file, withShortKeys(toCatalogue(formsOf(locale), inFile(file)))]),
  ) as Record<File, Catalogue>;
}

export function refuseSharedKeys(texts: string[]): void {
  const known = new Map<string, string>();
  for (const text of texts) {
    const other = known.get(shortKey(text));
    if (other !== undefined)
      throw new Error(`"${other}" and "${text}" have one key. Word one of them otherwise.`);
    known.set(shortKey(text), text);
  }
}

const withShortKeys = ({ words }: Catalogue): Catalogue => ({
  words: Object.fromEntries(Object.entries(words).map(([english, text]) => [shortKey(english), text])),
});

const isReal = (locale: Locale | PseudoLocale): locale is Locale => locale in locales;
const formsOf = (locale: Locale | PseudoLocale): Locale => (isReal(locale) ? locale : 'en');

// Every catalogue has every text, so any of them can serve the pseudo-locales.
const entriesOf = (locale: Locale | PseudoLocale): Entry[] =>
  isReal(locale) ? readEntries(locale) : readEntries('es').map(pseudoTranslations);

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
  };
}

function toForms(locale: Locale, { translations }: Entry): Forms {
  const forms: Forms = Object.fromEntries(
    pluralForms[locale].rules.map((rule, form) => [rule, translations[form]]),
  );
  const { few } = forms;
  return forms.other === undefined && few !== undefined ? { ...forms, other: few } : forms;
}
