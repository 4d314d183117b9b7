import type { IncomingHttpHeaders } from 'node:http';
import { type Locale, localeOf, type PseudoLocale } from '@parlance/words/locales';
import type { WebBuild } from './web-build.ts';

export type PageLocale = Locale | PseudoLocale;

/** The cookie of somebody's choice. The app reads and writes it, too. */
export const localeCookie = 'locale';
const chosenLocale = new RegExp(`(?:^|;\\s*)${localeCookie}=([\\w-]+)`);

/** A page in a language of which half is missing would not be the page that the app takes over: the build has to have it. */
export const pageLocalesOf = (build: WebBuild, chosen: readonly PageLocale[]): PageLocale[] =>
  chosen.filter((locale) => locale === 'en' || build.shells.has(locale));

/** The language that an address names, for pages that search engines read in each; null where it names none that is offered. */
export function namedLocale(url: string, offered: readonly PageLocale[]): PageLocale | null {
  const [, search = ''] = url.split('?', 2);
  const named = new URLSearchParams(search).get('lang');
  return offered.find((locale) => locale === named) ?? null;
}

/** The language for whoever asks for a page: the one they chose, else the one their browser wants most, else English. */
export function readersLocale(headers: IncomingHttpHeaders, offered: readonly PageLocale[]): PageLocale {
  const chosen = chosenLocale.exec(headers.cookie ?? '')?.[1];
  return localeOf(chosen, headers['accept-language'], offered);
}
