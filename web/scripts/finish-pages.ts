import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformWithOxc } from 'vite';
import { buildPageWriter } from './build-page-writer.ts';
import { buildServiceWorker, versionOf } from './build-service-worker.ts';
import { readBuiltScripts } from './built-scripts.ts';
import type { PageApp } from './page-start.ts';

/** The address under which the page of any person is written out; the server fills in who it is. */
export const somebodysProfile = '/profile/somebody';

const moduleScript = /(<script type="module" async="">)([\s\S]*?)(<\/script>)/;
// Every screen needs it; the app then finds it on its way already.
const staticData = '/v1/data';
const modulePreloads = /<link rel="modulepreload"[^>]*>/g;

/**
 * What the router's build cannot do: pages that ask for nothing before their first paint and wait with the app, pages of
 * their own for the screens that visitors enter by, and what the server needs to fill those.
 */
export async function finishPages(clientFolder: string): Promise<void> {
  const scripts = readBuiltScripts(clientFolder);
  const read = (name: string) => readFileSync(join(clientFolder, name), 'utf8');
  const write = (name: string, html: string) => {
    mkdirSync(dirname(join(clientFolder, name)), { recursive: true });
    writeFileSync(join(clientFolder, name), html);
  };
  const startCode = await readStartCode();
  const version = versionOf(clientFolder);
  const finish = (name: string, besides: PageApp['besides'], isWhole = false) => {
    const html = inlineStyles(read(name), clientFolder);
    return startWhenUsed(html, startCode, { besides, isWhole }).replace(
      '</head>',
      `<meta name="version" content="${version}"/></head>`,
    );
  };
  const screen = (name: string, id: string) =>
    finish(name, {
      scripts: scripts.withImports([...scripts.ofRoute(id), scripts.named('session-runtime')]),
      answers: [staticData],
    });

  write('features/index.html', finish('features/index.html', { scripts: [], answers: [] }, true));
  write('dashboard/index.html', screen('dashboard/index.html', 'dashboard/dashboard'));
  write('__profile.html', screen(`${somebodysProfile}/index.html`, 'profile/profile'));
  write('index.html', screen('index.html', 'shell/app-layout'));
  rmSync(dirname(join(clientFolder, somebodysProfile)), { recursive: true });
  write('sw.js', await buildServiceWorker(clientFolder, version));
  await buildPageWriter(join(clientFolder, '../written'));
}

/** Puts the styles into the page: nothing is asked for before the first paint. */
function inlineStyles(html: string, clientFolder: string): string {
  return replaceOnce(html, /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/>/, (_link, address) => {
    const css = readFileSync(join(clientFolder, address), 'utf8').trim();
    // The element stays, without being fetched, because the app expects it when it takes the page over.
    return `<style>${css}</style><link rel="stylesheet" href="${address}" disabled=""/>`;
  });
}

/** The page without the app, which then comes when it is needed. */
function startWhenUsed(
  html: string,
  startCode: string,
  options: Pick<PageApp, 'besides' | 'isWhole'>,
): string {
  const start = (_script: string, open: string, code: string, close: string) => {
    const app: PageApp = { ...readModuleScript(code), ...options };
    return `${open}${startCode}startPage(${JSON.stringify(app)});${close}`;
  };
  return replaceOnce(html.replaceAll(modulePreloads, ''), moduleScript, start);
}

async function readStartCode(): Promise<string> {
  const source = join(import.meta.dirname, 'page-start.ts');
  const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source);
  return code.replace('export function', 'function');
}

function readModuleScript(code: string): Pick<PageApp, 'manifest' | 'routes' | 'entry'> {
  const manifest = /import "([^"]+)"/.exec(code)?.[1];
  const entry = /import\("([^"]+)"\)/.exec(code)?.[1];
  const names = [...code.matchAll(/import \* as (\w+) from "([^"]+)"/g)];
  const ids = [...code.matchAll(/"([^"]+)":(route\d+)/g)];
  const routes = Object.fromEntries(
    ids.map(([, id = '', name]) => [id, names.find((found) => found[1] === name)?.[2] ?? '']),
  );
  if (!manifest || !entry || ids.length !== names.length || ids.length === 0) {
    throw new Error('The start script of the prerendered page has another form than expected.');
  }
  return { manifest, entry, routes };
}

function replaceOnce(html: string, pattern: RegExp, replacer: (...found: string[]) => string): string {
  if (!pattern.test(html)) throw new Error(`The built page has no ${pattern.source}.`);
  return html.replace(pattern, replacer);
}
