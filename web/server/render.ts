// Entry of the server build. Renders a visitor page in one language; the server runs it in a render thread.
import { readFileSync } from 'node:fs';
import * as build from 'virtual:react-router/server-build';
import type { PageRenderer, PageRequest } from '@parlance/contract/page-renderer';
import { listLimitDefault } from '@parlance/contract/text';
import { speak } from '@parlance/words/current';
import { makeEnglish } from '@parlance/words/english';
import { type LocaleNames, withNames } from '@parlance/words/locale-names';
import type { Words } from '@parlance/words/words';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { readFilters, searchOf, toPayload } from '#dashboard/search-filters';
import { pageContext } from '#lib/page-context';

/** Facts about the client build. */
export interface BuildFacts {
  version: string;
  /** By language; English has none. */
  words: Record<string, { files: string[]; names: LocaleNames }>;
  preloads: string[];
}

const facts = JSON.parse(readFileSync(new URL('./facts.json', import.meta.url), 'utf8')) as BuildFacts;
const handle = createRequestHandler(build as ServerBuild, 'production');
// The router's script would start the app at once; app/shell/page-start.ts decides when.
const routerScript = '<script type="module" async="">';
// The landing page starts no session, so it preloads none of that.
const landing = '/features';
// The server's default English is that of mails, with 24 hours; most English browsers use twelve.
const browserTag = 'en-US';

/** One render at a time: the language is module state. */
async function render(
  { address, words, head, data }: PageRequest<Words>,
  headers: HeadersInit = {},
): Promise<string> {
  const { version, preloads } = facts;
  const { files, names } = facts.words[words.locale] ?? {};
  speak(names ? withNames(words, names) : makeEnglish(browserTag));
  let failure: unknown;
  const context = new RouterContextProvider();
  context.set(pageContext, {
    data,
    facts: { version, words: files ?? null, head, preloads: address === landing ? [] : preloads },
    fail(error) {
      failure ??= error;
    },
  });
  const response = await handle(new Request(`http://localhost${address}`, { headers }), context);
  if (failure !== undefined) throw failure;
  if (!response.ok) throw new Error(`${address} was rendered as ${response.status}.`);
  const html = await response.text();
  if (!html.includes(routerScript)) throw new Error(`${address} was rendered without ${routerScript}`);
  return html.replace(routerScript, '<script type="text/plain" id="app">');
}

/** Renders a page with its preloads disabled: the app's requests are not needed until it starts. */
export const renderPage: PageRenderer<Words>['renderPage'] = async (request) =>
  (await render(request))
    .replaceAll(' rel="modulepreload"', ' data-rel="modulepreload"')
    .replaceAll(' rel="preload" as="fetch"', ' data-rel="preload" as="fetch"');

/** Renders the app shell for any address; only for the build. */
export const renderShell = (words: Words): Promise<string> =>
  render({ address: '/', words, head: [], data: {} }, { 'x-react-router-spa-mode': 'yes' });

export const readSearch: PageRenderer['readSearch'] = (search) => {
  const filters = readFilters(new URLSearchParams(search), null);
  // Visitors get only one page.
  const first = { ...filters, limit: listLimitDefault, offset: 0 };
  return { filters: toPayload(first, true), search: searchOf(first) };
};
