import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { parseSync } from 'vite';
import routes, { adminScreens, laterScreens, programmeScreens } from '../app/routes.ts';

const root = join(import.meta.dirname, '../..');
const app = join(root, 'web/app');
const laterModule = /useLaterModule\(\s*\(\) =>\s*import\('([^']+)'\)/g;

/** The word files of each language, in loading order. */
export const wordFiles = ['first', 'parts', 'screens', 'admin', 'programmes'] as const;
export type WordFile = (typeof wordFiles)[number];

/**
 * Maps a source file to its word file: `first` for everything loaded initially, `parts` behind `useLaterModule`, `screens` inside
 * the layout `later-screens`, `admin` and `programmes` for what only the screens of admins or of programmes show.
 */
export function readWordFiles(): (source: string) => WordFile {
  const imports = new Map<string, { direct: string[]; later: string[] }>();
  const read = (file: string) => {
    const known = imports.get(file) ?? importsOf(file);
    imports.set(file, known);
    return known;
  };
  const reach = (start: string[], next: (file: string) => string[]): Set<string> => {
    const found = new Set(start);
    for (const file of found) for (const imported of next(file)) found.add(imported);
    return found;
  };
  const inApp = (files: string[]) => files.map((file) => join(app, file));
  const first = reach(
    inApp(['entry.client.tsx', 'root.tsx', laterScreens, ...routesWithout([laterScreens], routes)]),
    (file) => read(file).direct,
  );
  const all = (file: string) => [...read(file).direct, ...read(file).later];
  const reachedBy = (files: string[]) => reach(inApp(files), all);
  const parts = reach(
    [...first].flatMap((file) => read(file).later),
    all,
  );
  const screens = reachedBy(routesWithout([adminScreens, programmeScreens], routes));
  const admin = reachedBy(routesWithout([programmeScreens], routes));
  const programmes = reachedBy([programmeScreens]);
  return (source) => {
    const file = join(root, source);
    if (first.has(file)) return 'first';
    if (parts.has(file)) return 'parts';
    // Screens of admins and of programmes load those words too.
    if (screens.has(file) || admin.has(file) === programmes.has(file)) return 'screens';
    return admin.has(file) ? 'admin' : 'programmes';
  };
}

/** The files of all routes, but not of those with these files, and not of the routes inside them. */
const routesWithout = (without: string[], list: RouteConfigEntry[]): string[] =>
  list.flatMap(({ file, children = [] }) =>
    without.includes(file) ? [] : [file, ...routesWithout(without, children)],
  );

/** The local imports of a file: direct ones, and those that wait for words. */
function importsOf(file: string): { direct: string[]; later: string[] } {
  const later: string[] = [];
  const code = readFileSync(file, 'utf8').replaceAll(laterModule, (_, name: string) => {
    later.push(name);
    return 'useLaterModule(0';
  });
  const { module, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${relative(root, file)}: ${errors[0]?.message}`);
  const fixed = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  const fetched = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    code.slice(start + 1, end - 1),
  );
  const resolveAll = (names: string[]) => names.flatMap((name) => resolve(name, file) ?? []);
  return { direct: resolveAll([...fixed, ...fetched]), later: resolveAll(later) };
}

/** Resolves an import to a local file; null for libraries, styles and pictures. */
function resolve(name: string, from: string): string | null {
  const [, folder, rest = ''] = /^@parlance\/(contract|client)\/(.+)$/.exec(name) ?? [];
  const own = name.startsWith('#')
    ? join(app, name.slice(1))
    : name.startsWith('.')
      ? join(dirname(from), name)
      : null;
  const place = folder ? join(root, folder, 'src', rest) : own;
  if (place === null) return null;
  return (
    [place, `${place}.ts`, `${place}.tsx`].find((file) => /\.tsx?$/.test(file) && existsSync(file)) ?? null
  );
}
