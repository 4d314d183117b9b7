import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';

const source = join(import.meta.dirname, '../worker/service-worker.ts');
// A reader without a connection meets these as well; the picture for previews is for others.
const besidesAssets = ['/', '/favicon.svg', '/manifest.webmanifest', '/icons/icon-192.png'];

/** The names of the built files stand for their contents, so this stands for the whole app. */
export function versionOf(clientFolder: string): string {
  const hash = createHash('sha256').update(assets(clientFolder, /\.(?:js|css|woff2|json)$/).join());
  return hash.update(readFileSync(source)).digest('hex').slice(0, 12);
}

/** The service worker with the list of what it keeps. */
export async function buildServiceWorker(clientFolder: string, version: string): Promise<string> {
  const files = [...besidesAssets, ...assets(clientFolder)];
  const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source);
  return `const shell = ${JSON.stringify({ version, files })};\n${code}`;
}

function assets(clientFolder: string, kinds = /\.(?:js|css|woff2)$/): string[] {
  return readdirSync(join(clientFolder, 'assets'))
    .filter((name) => kinds.test(name) && !/^(?:ui-gallery|pinyin)/.test(name))
    .sort()
    .map((name) => `/assets/${name}`);
}
