import { languages } from '@parlance/contract/language-catalogue';
import { languageOf } from '@parlance/contract/languages';
import { spoken } from '@parlance/words/current';

/** The name of a language inside a sentence. English uses the catalogue: Intl calls Bengali "Bangla". */
export function languageName(code: string): string {
  const { locale, languageName: nameOf } = spoken();
  return locale === 'en' ? (languageOf(code)?.name ?? code) : nameOf(code);
}

/** The name on its own, in a list or on a chip, with a capital letter. */
export function languageTitle(code: string): string {
  const name = languageName(code);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Search names of a language: localised, English and native. */
export function namesOf(code: string): string[] {
  const { name = code, nativeName = code } = languageOf(code) ?? {};
  return [languageTitle(code), name, nativeName];
}

/** The catalogue in the reader's alphabetical order. */
export function sortedLanguages() {
  const { compare, languageOrder } = spoken();
  if (languageOrder)
    return languages.toSorted((a, b) => languageOrder.indexOf(a.code) - languageOrder.indexOf(b.code));
  return languages.toSorted((a, b) => compare(languageTitle(a.code), languageTitle(b.code)));
}
