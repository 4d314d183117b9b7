import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface BuiltRoute {
  module: string;
  parentId?: string;
  clientLoaderModule?: string;
}

export interface BuiltScripts {
  /** The route manifest, which every page loads first. */
  manifest: string;
  /** The address of a module's file, such as `session-runtime`. */
  named(name: string): string;
  /** The scripts of a route and its layouts. */
  ofRoute(id: string): string[];
  /** The given scripts and all their static imports. */
  withImports(addresses: string[]): string[];
}

const hashed = /^(.+)-[\w-]{8}\.js$/;
const staticImport = /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g;

export function readBuiltScripts(clientFolder: string): BuiltScripts {
  const names = readdirSync(join(clientFolder, 'assets')).filter((name) => name.endsWith('.js'));
  const read = (address: string) => readFileSync(join(clientFolder, address), 'utf8');
  const only = (found: string[], what: string) => {
    if (found.length !== 1 || !found[0]) throw new Error(`${found.length} scripts of the build are ${what}.`);
    return `/assets/${found[0]}`;
  };
  const manifest = only(
    names.filter((name) => name.startsWith('manifest-')),
    'the manifest',
  );
  const listed = read(manifest);
  const { routes } = JSON.parse(listed.slice(listed.indexOf('{'), listed.lastIndexOf('}') + 1)) as {
    routes: Record<string, BuiltRoute>;
  };
  const withLayouts = (id: string): BuiltRoute[] => {
    const route = routes[id];
    if (!route) throw new Error(`The build has no route ${id}.`);
    return [...(route.parentId === undefined ? [] : withLayouts(route.parentId)), route];
  };

  return {
    manifest,
    named: (name) =>
      only(
        names.filter((each) => hashed.exec(each)?.[1] === name),
        `named ${name}`,
      ),
    ofRoute: (id) =>
      withLayouts(id).flatMap(({ module, clientLoaderModule = [] }) => [module].concat(clientLoaderModule)),
    withImports(addresses) {
      const found = new Set(addresses);
      for (const address of found) {
        for (const [, name] of read(address).matchAll(staticImport)) found.add(`/assets/${name}`);
      }
      return [...found];
    },
  };
}
