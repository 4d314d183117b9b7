import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { refreshTokenKey } from '@parlance/client/token-storage';
import { transformWithOxc } from 'vite';
import { buildServiceWorker, versionOf } from './build-service-worker.ts';
import { readBuiltScripts } from './built-scripts.ts';
import type { LandingApp } from './landing-start.ts';

/** The address under which the page of any person is written out; the server fills in who it is. */
export const somebodysProfile = '/profile/somebody';

const moduleScript = /(<script type="module" async="">)([\s\S]*?)(<\/script>)/;
// Every screen needs it; the app then finds it on its way already.
const staticData = '<link rel="preload" href="/v1/data" as="fetch" crossorigin="anonymous"/>';
const modulePreloads = /<link rel="modulepreload"[^>]*>/g;

/**
 * What the router's build cannot do: pages that ask for nothing before their first paint, a landing page that waits with
 * the app, and pages of their own for the screens that visitors enter by.
 */
export async function finishPages(clientFolder: string): Promise<void> {
  const scripts = readBuiltScripts(clientFolder);
  const read = (name: string) => readFileSync(join(clientFolder, name), 'utf8');
  const write = (name: string, html: string) => {
    mkdirSync(dirname(join(clientFolder, name)), { recursive: true });
    writeFileSync(join(clientFolder, name), html);
  };
  const screen = (name: string, id: string) =>
    preloadModules(
      inlineStyles(read(name), clientFolder),
      scripts.withImports([...scripts.ofRoute(id), scripts.named('session-runtime')]),
    );

  const version = versionOf(clientFolder);
  const named = (html: string) =>
    html.replace('</head>', `<meta name="version" content="${version}"/></head>`);

  const landing = inlineStyles(read('features/index.html'), clientFolder);
  write('features/index.html', named(startWhenUsed(landing, await readStartCode())));
  write('dashboard/index.html', named(screen('dashboard/index.html', 'dashboard/dashboard')));
  write('__profile.html', named(screen(`${somebodysProfile}/index.html`, 'profile/profile')));
  write('index.html', named(screen('index.html', 'shell/app-layout')));
  rmSync(dirname(join(clientFolder, somebodysProfile)), { recursive: true });
  write('sw.js', await buildServiceWorker(clientFolder, version));
}

/** Puts the styles into the page: nothing is asked for before the first paint. */
function inlineStyles(html: string, clientFolder: string): string {
  return replaceOnce(html, /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/>/, (_link, address) => {
    const css = readFileSync(join(clientFolder, address), 'utf8').trim();
    // The element stays, without being fetched, because the app expects it when it takes the page over.
    return `<style>${css}</style><link rel="stylesheet" href="${address}" disabled=""/>`;
  });
}

/** The landing page without the app, which then comes at the first sign of life. */
function startWhenUsed(html: string, startCode: string): string {
  const start = (_script: string, open: string, code: string, close: string) => {
    const app = readModuleScript(code);
    return `${open}${startCode}startLanding(${JSON.stringify(app)});${close}`;
  };
  return replaceOnce(html.replaceAll(modulePreloads, ''), moduleScript, start);
}

/** Names the files of a screen at once, which the app would otherwise ask for one after the other. */
function preloadModules(html: string, addresses: string[]): string {
  const links = [...new Set(addresses)]
    .filter((address) => !html.includes(`href="${address}"`))
    .map((address) => `<link rel="modulepreload" href="${address}"/>`);
  return html.replace('</head>', `${staticData}${links.join('')}</head>`);
}

async function readStartCode(): Promise<string> {
  const source = join(import.meta.dirname, 'landing-start.ts');
  const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source);
  return code.replace('export function', 'function');
}

function readModuleScript(code: string): LandingApp {
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
  return { manifest, entry, routes, refreshTokenKey };
}

function replaceOnce(html: string, pattern: RegExp, replacer: (...found: string[]) => string): string {
  if (!pattern.test(html)) throw new Error(`The built page has no ${pattern.source}.`);
  return html.replace(pattern, replacer);
}
