import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writtenNames } from '@parlance/contract/written-page';
import type { Locale, PseudoLocale } from '@parlance/words/locales';
import { shortKey } from '@parlance/words/short-key';
import { word } from '@parlance/words/word';
import { transformWithOxc } from 'vite';
import { buildServiceWorker, versionOf } from '../scripts/build-service-worker.ts';
import { readBuiltScripts } from '../scripts/built-scripts.ts';
import { writeProfiles } from '../scripts/language-profiles.ts';
import { type WordsAddresses, writeWords } from '../scripts/write-words.ts';
import { buildPageWriter } from './build-page-writer.ts';
import type { PageApp } from './page-start.ts';
import { readRouterPages } from './router-pages.ts';
import { writeManifest } from './write-manifest.ts';

/** The address under which the page of any person is written out; the server fills in who it is. */
const somebodysProfile = '/profile/somebody';
export const prerendered = ['/features', '/dashboard', somebodysProfile];

// Each with its key in the words of a language.
const failure = {
  title: withKey(word('Application Error!')),
  what: withKey(word('A part of this page could not be loaded.')),
  comfort: withKey(word('Nothing you saved was lost. Loading the page again usually helps.')),
  again: withKey(word('Load again')),
};

// Every screen needs it; the app then finds it on its way already.
const staticData = '/v1/data';

// What the router writes into a page. Each has to be there, or the build fails.
const moduleScript = /(<script type="module" async="">)([\s\S]*?)(<\/script>)/g;
const modulePreloads = /<link rel="modulepreload"[^>]*>/g;
const styleSheet = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/>/g;
const headEnd = /<\/head>/g;
const writtenPlace = new RegExp(`<div ${writtenNames.place}="[^"]*"></div>`, 'g');

/**
 * What the router's build cannot do: pages that ask for nothing before their first paint and wait with the app, pages of
 * their own for the screens that visitors enter by, all of them in every language, and what the server needs to fill those.
 */
export async function finishPages(buildFolder: string): Promise<void> {
  const clientFolder = join(buildFolder, 'client');
  const scripts = readBuiltScripts(clientFolder);
  const writePage = await readRouterPages(join(buildFolder, 'server'));
  // biome-ignore lint/style/noProcessEnv: a build for the tests of the texts
  const words = writeWords(clientFolder, process.env.PSEUDO_LOCALES === 'on');
  await writeProfiles(clientFolder);
  const startCode = await readStartCode();
  const version = versionOf(clientFolder);
  const finish = (html: string, id: string, options: Pick<PageApp, 'besides' | 'isWhole'>) => {
    const app: PageApp = {
      manifest: scripts.manifest,
      entry: scripts.named('entry.client'),
      routes: Object.fromEntries(scripts.modulesOf(id)),
      names: writtenNames,
      failure,
      ...options,
    };
    return replaceOnly(
      startWhenUsed(inlineStyles(html, clientFolder), startCode, app),
      headEnd,
      () => `<meta name="version" content="${version}"/>${wordsList(words)}</head>`,
    );
  };
  const screen = (html: string, id: string, besides = id) => {
    const needed = scripts.withImports([...scripts.ofRoute(besides), scripts.named('session-runtime')]);
    return finish(html, id, { besides: { scripts: needed, answers: [staticData] }, isWhole: false });
  };
  /** A screen that the server fills. */
  const place = (html: string, id: string) => replaceOnly(screen(html, id), writtenPlace, (found) => found);
  const landing = { besides: { scripts: [], answers: [] }, isWhole: true };

  rmSync(dirname(join(clientFolder, somebodysProfile)), { recursive: true });
  for (const locale of ['en', ...Object.keys(words)] as (Locale | PseudoLocale)[]) {
    const folder = join(clientFolder, locale === 'en' ? '' : `locales/${locale}`);
    const ask = (address: string) => writePage(locale, address);
    const write = (name: string, html: string) => {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), html);
    };
    write('features/index.html', finish(await ask('/features/'), 'landing/landing', landing));
    write('dashboard/index.html', place(await ask('/dashboard/'), 'dashboard/dashboard'));
    write('__profile.html', place(await ask(`${somebodysProfile}/`), 'profile/profile'));
    write('index.html', screen(await ask('/'), 'root', 'shell/app-layout'));
    if (locale !== 'en') writeManifest(clientFolder, locale);
  }
  writeFileSync(join(clientFolder, 'sw.js'), await buildServiceWorker(clientFolder, version));
  await buildPageWriter(join(buildFolder, 'written'));
}

function withKey(english: string): [english: string, key: string] {
  return [english, shortKey(english)];
}

/** Where the words of each language are; nothing where there is only English. */
function wordsList(words: WordsAddresses): string {
  if (Object.keys(words).length === 0) return '';
  return `<meta name="words" content="${JSON.stringify(words).replaceAll('"', '&quot;')}"/>`;
}

/** Puts the styles into the page: nothing is asked for before the first paint. */
function inlineStyles(html: string, clientFolder: string): string {
  return replaceOnly(html, styleSheet, (_link, address = '') => {
    const css = readFileSync(join(clientFolder, address), 'utf8').trim();
    // The element stays, without being fetched, because the app expects it when it takes the page over.
    return `<style>${css}</style><link rel="stylesheet" href="${address}" disabled=""/>`;
  });
}

/** The page without the app, which then comes when it is needed. */
function startWhenUsed(html: string, startCode: string, app: PageApp): string {
  const { manifest, routes, entry } = app;
  const start = (_script: string, open: string, code: string, close: string) => {
    const imported = [...code.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, address]) => address);
    const known = [manifest, ...Object.values(routes), entry];
    if (String(imported.toSorted()) !== String(known.toSorted())) {
      throw new Error(`The built page starts with ${imported}, which are not ${known}.`);
    }
    return `${open}${startCode}startPage(${JSON.stringify(app)});${close}`;
  };
  if (!html.match(modulePreloads)) throw new Error('The built page announces no script.');
  return replaceOnly(html.replaceAll(modulePreloads, ''), moduleScript, start);
}

async function readStartCode(): Promise<string> {
  const source = join(import.meta.dirname, 'page-start.ts');
  const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source);
  return code.replace('export function', 'function');
}

function replaceOnly(html: string, pattern: RegExp, replacer: (...found: string[]) => string): string {
  const found = [...html.matchAll(pattern)].length;
  if (found !== 1) throw new Error(`The built page has ${found} of ${pattern.source}, not one.`);
  return html.replace(pattern, replacer);
}
