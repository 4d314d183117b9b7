import { localeOf } from '@parlance/words/locales';
import { wordsOf } from '@parlance/words/server';
import type { Words } from '@parlance/words/words';
import type { Platform } from './platform.ts';

/** Returns translations in the member's chosen language, else the browser's, else English. */
export function wordsFor(
  { config }: Pick<Platform, 'config'>,
  chosen: string | null,
  acceptLanguage?: string,
): Words {
  return wordsOf(localeOf(chosen, acceptLanguage, config.locales));
}

/** Returns the language of the page that was used to enter; null if none was sent: programs send `*`. */
export function pageLocale({ config }: Pick<Platform, 'config'>, acceptLanguage = '*'): string | null {
  return /^\s*(?:\*|$)/.test(acceptLanguage) ? null : localeOf(null, acceptLanguage, config.locales);
}
