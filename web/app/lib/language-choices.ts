import { spoken } from '@parlance/words/current';
import { offeredNames } from '@parlance/words/offered';

/** Interface languages, that of the page first, each under its own name. The pseudo-locale is its own name. */
export function languageChoices(): [locale: string, name: string][] {
  const { locale } = spoken();
  return Object.entries({ [locale]: locale, ...offeredNames });
}
