import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { parseSync } from 'vite';
import routes, { adminScreens, laterScreens, programmeScreens, settingsScreen } from '../app/routes.ts';

const root = join(import.meta.dirname, '../..');
const app = join(root, 'web/app');
const laterModule = /useLaterModule\(\s*\(\) =>\s*import\('([^']+)'\)/g;

/** The word files of each language, in loading order. */
export const wordFiles = ['first', 'parts', 'screens', 'settings', 'admin', 'programmes'] as const;
export type WordFile = (typeof wordFiles)[number];

/** Files that belong to some screens only; the other files are loaded with each of them. */
const ownFiles = ['settings', 'admin', 'programmes'] as const;

/** The file that all screens load that load one of these; undefined for a text that no screen shows. */
export function commonFile(files: WordFile[]): WordFile | undefined {
  const different = [...new Set(files)].toSorted((a, b) => wordFiles.indexOf(a) - wordFiles.indexOf(b));
  const areOwn = different.every((file) => ownFiles.some((own) => own === file));
  return different.length > 1 && areOwn ? 'screens' : different[0];
}

/**
 * Maps a source file to its word file: `first` for everything loaded initially, `parts` behind `useLaterModule`, `screens` inside
 * the layout `later-screens`, `settings`, `admin` and `programmes` for what only those screens show.
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
  const screens = reachedBy(routesWithout([adminScreens, programmeScreens, settingsScreen], routes));
  const settings = reachedBy([settingsScreen]);
  const admin = reachedBy(routesWithout([programmeScreens, settingsScreen], routes));
  const programmes = reachedBy([programmeScreens]);
  const own = { settings, admin, programmes };
  return (source) => {
    const file = join(root, source);
    if (first.has(file)) return 'first';
    if (parts.has(file)) return 'parts';
    if (screens.has(file)) return 'screens';
    return commonFile(ownFiles.filter((name) => own[name].has(file))) ?? 'screens';
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
