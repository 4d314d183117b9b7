import type { IncomingHttpHeaders } from 'node:http';
import { type Locale, localeOf, type PseudoLocale } from '@parlance/words/locales';
import type { WebBuild } from './web-build.ts';

export type PageLocale = Locale | PseudoLocale;

/** The cookie of the chosen language, shared with the app. */
export const localeCookie = 'locale';
const chosenLocale = new RegExp(`(?:^|;\\s*)${localeCookie}=([\\w-]+)`);

/** Returns the chosen languages that the build contains: a partly translated page would fail to hydrate. */
export const pageLocalesOf = (build: WebBuild, chosen: readonly PageLocale[]): PageLocale[] =>
  chosen.filter((locale) => locale === 'en' || build.shells.has(locale));

/** Returns the language in a URL, for pages indexed in each language; null if none is offered. */
export function namedLocale(url: string, offered: readonly PageLocale[]): PageLocale | null {
  const [, search = ''] = url.split('?', 2);
  const named = new URLSearchParams(search).get('lang');
  return offered.find((locale) => locale === named) ?? null;
}

/** Returns the visitor's language: the chosen one, else the browser's preferred one, else English. */
export function readersLocale(headers: IncomingHttpHeaders, offered: readonly PageLocale[]): PageLocale {
  const chosen = chosenLocale.exec(headers.cookie ?? '')?.[1];
  return localeOf(chosen, headers['accept-language'], offered);
}
