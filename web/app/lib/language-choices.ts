import { spoken } from '@parlance/words/current';
import { offeredNames } from '@parlance/words/offered';

/**
 * The languages that the interface can be read in, that of the page first, each with what its readers call it. English in disguise is
 * its own name.
 */
export function languageChoices(): [locale: string, name: string][] {
  const { locale } = spoken();
  return Object.entries({ [locale]: locale, ...offeredNames });
}
