import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { speak } from '@parlance/words/current';
import { makeEnglish } from '@parlance/words/english';
import type { Locale, PseudoLocale } from '@parlance/words/locales';
import { wordsOf } from '@parlance/words/server';
import { createRequestHandler, type ServerBuild } from 'react-router';

type Built = ServerBuild & { entry: { module: { language: { speak: typeof speak } } } };

/** The page at an address as the router writes it in a language; the one that starts the app at any address is at `/`. */
export type WritePage = (locale: Locale | PseudoLocale, address: string) => Promise<string>;

/** Pages are written one after another: the language is that of the whole bundle. */
export async function readRouterPages(serverFolder: string): Promise<WritePage> {
  const bundle = pathToFileURL(join(serverFolder, 'index.js')).href;
  const built = (await import(/* @vite-ignore */ bundle)) as Built;
  const answer = createRequestHandler(built, 'production');
  return async (locale, address) => {
    built.entry.module.language.speak(locale === 'en' ? makeEnglish() : wordsOf(locale));
    const headers: HeadersInit = address === '/' ? { 'x-react-router-spa-mode': 'yes' } : {};
    const page = await answer(new Request(`http://localhost${address}`, { headers }));
    if (!page.ok) throw new Error(`The built page ${address} in ${locale} answered ${page.status}.`);
    return page.text();
  };
}
