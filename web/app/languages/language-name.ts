import { languages } from '@parlance/contract/language-catalogue';
import { languageOf } from '@parlance/contract/languages';
import { spoken } from '@parlance/words/current';

/** The name of a language inside a sentence. English has the catalogue's own: Intl calls Bengali "Bangla". */
export function languageName(code: string): string {
  const { locale, languageName: nameOf } = spoken();
  return locale === 'en' ? (languageOf(code)?.name ?? code) : nameOf(code);
}

/** The name by itself, in a list or on a chip: there it begins with a capital in languages that write it small. */
export function languageTitle(code: string): string {
  const name = languageName(code);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** What finds a language: its name as it is shown, its English and its own one. */
export function namesOf(code: string): string[] {
  const { name = code, nativeName = code } = languageOf(code) ?? {};
  return [languageTitle(code), name, nativeName];
}

/** The catalogue by the reader's alphabet. */
export function sortedLanguages() {
  const { compare, languageOrder } = spoken();
  if (languageOrder)
    return languages.toSorted((a, b) => languageOrder.indexOf(a.code) - languageOrder.indexOf(b.code));
  return languages.toSorted((a, b) => compare(languageTitle(a.code), languageTitle(b.code)));
}
