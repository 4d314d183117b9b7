import { spoken } from '@parlance/words/current';
import { locales, offeredLocales } from '@parlance/words/locales';

export interface LanguageChoice {
  locale: string;
  /** What its readers call it. */
  name: string;
}

/** The languages that the interface can be read in, with the one of this page: English in disguise is on no list. */
export function languageChoices(): LanguageChoice[] {
  const choices = new Set<string>([...offeredLocales, spoken().locale]);
  const names: Partial<Record<string, { name: string }>> = locales;
  return [...choices].map((locale) => ({ locale, name: names[locale]?.name ?? locale }));
}
