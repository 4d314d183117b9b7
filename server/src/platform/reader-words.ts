import { localeOf } from '@parlance/words/locales';
import { wordsOf } from '@parlance/words/server';
import type { Words } from '@parlance/words/words';
import type { Platform } from './platform.ts';

/** The words for somebody: in the language they chose, else in one that their browser asks for, else in English. */
export function wordsFor(
  { config }: Pick<Platform, 'config'>,
  chosen: string | null,
  acceptLanguage?: string,
): Words {
  return wordsOf(localeOf(chosen, acceptLanguage, config.locales));
}

/** What the page spoke on which somebody came in; null where they named no language: programs send `*`. */
export function pageLocale({ config }: Pick<Platform, 'config'>, acceptLanguage = '*'): string | null {
  return /^\s*(?:\*|$)/.test(acceptLanguage) ? null : localeOf(null, acceptLanguage, config.locales);
}
