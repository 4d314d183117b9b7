import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';

const source = join(import.meta.dirname, '../worker/service-worker.ts');
// Also needed offline; the link preview picture is not.
const besidesAssets = ['/', '/favicon.svg', '/manifest.webmanifest', '/icons/icon-192.png'];

/** Version of the whole app: file names contain content hashes. */
export function versionOf(clientFolder: string): string {
  const hash = createHash('sha256').update(assets(clientFolder, /\.(?:js|css|woff2|json)$/).join());
  return hash.update(readFileSync(source)).digest('hex').slice(0, 12);
}

/** The service worker with its list of cached files. */
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
