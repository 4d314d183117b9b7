import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locale, PseudoLocale } from '@parlance/words/locales';
import { wordsOf } from '@parlance/words/server';
import type { BuildFacts, renderShell } from '../server/render.ts';
import { buildServiceWorker, versionOf } from './build-service-worker.ts';
import { readBuiltScripts } from './built-scripts.ts';
import { writeProfiles } from './language-profiles.ts';
import { writeManifest } from './write-manifest.ts';
import { writeWords } from './write-words.ts';

/** Adds to the router's build: words, manifests, the service worker, and the app shell in every language. */
export async function finishBuild(buildFolder: string): Promise<void> {
  const [clientFolder, serverFolder] = [join(buildFolder, 'client'), join(buildFolder, 'server')];
  // biome-ignore lint/style/noProcessEnv: a build for the tests of the texts
  const words = writeWords(clientFolder, process.env.PSEUDO_LOCALES === 'on');
  await writeProfiles(clientFolder);
  const version = versionOf(clientFolder);
  const facts: BuildFacts = { version, words, preloads: preloadsOf(clientFolder) };
  writeFileSync(join(serverFolder, 'facts.json'), JSON.stringify(facts));

  // The router renders the shell for its own build only.
  // biome-ignore lint/style/noProcessEnv: the router reads this variable
  process.env.IS_RR_BUILD_REQUEST = 'yes';
  const server = (await import(/* @vite-ignore */ pathToFileURL(join(serverFolder, 'index.js')).href)) as {
    renderShell: typeof renderShell;
  };
  for (const locale of ['en', ...Object.keys(words)] as (Locale | PseudoLocale)[]) {
    const folder = join(clientFolder, locale === 'en' ? '' : `locales/${locale}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'index.html'), await server.renderShell(wordsOf(locale)));
    if (locale !== 'en') writeManifest(clientFolder, locale);
  }
  writeFileSync(join(clientFolder, 'sw.js'), await buildServiceWorker(clientFolder, version));
}

/** Scripts that every screen needs in addition to those the router preloads. */
function preloadsOf(clientFolder: string): string[] {
  const scripts = readBuiltScripts(clientFolder);
  const named = scripts.withImports([scripts.named('entry.client'), ...scripts.ofRoute('shell/app-layout')]);
  const needed = scripts.withImports([scripts.named('session-runtime')]);
  return [...needed.filter((script) => !named.includes(script)), '/v1/data'];
}
