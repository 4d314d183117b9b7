import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';

// Fails when files, or folders at any depth, import each other in a cycle. dependency-cruiser finds the cycles of files; its folder
// rule does not compare a folder with its subfolders, so those are computed here. Type-only imports count, because a reader follows
// them too. Usage: node scripts/import-cycles.mjs FOLDER…

/** @typedef {{ from: string, to: string }} Edge */

/** @returns {Promise<import('dependency-cruiser').ICruiseResult>} */
async function readImports(/** @type {string} */ root) {
  const tsConfig = posix.join(posix.dirname(root), 'tsconfig.json');
  const { output } = await cruise(
    [root],
    {
      validate: true,
      ...(existsSync(tsConfig) ? { tsConfig: { fileName: tsConfig } } : {}),
      ruleSet: {
        forbidden: [
          { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
          // An unresolved import would be an edge that no rule sees. A stylesheet's address has a query.
          {
            name: 'no-unresolvable',
            severity: 'error',
            from: {},
            to: { couldNotResolve: true, pathNot: '\\?url$' },
          },
        ],
      },
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '\\.test\\.tsx?$|/build/|\\.react-router' },
      tsPreCompilationDeps: true,
      enhancedResolveOptions: {
        exportsFields: ['exports'],
        conditionNames: ['import', 'node', 'default', 'types'],
        extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      },
    },
    undefined,
    existsSync(tsConfig) ? { tsConfig: extractTsConfig(tsConfig) } : undefined,
  );
  if (typeof output === 'string') throw new Error(output);
  return output;
}

/** The folder of a file, truncated at a depth; files directly in a folder count as that folder. */
const folderAt = (/** @type {string} */ file, /** @type {number} */ depth) =>
  posix.dirname(file).split('/').slice(0, depth).join('/');

/** The shortest path from a folder back to itself, or null. @returns {string[] | null} */
function cycleFrom(/** @type {string} */ start, /** @type {Map<string, Set<string>>} */ graph) {
  const paths = [[start]];
  const seen = new Set();
  for (const path of paths) {
    for (const next of graph.get(path.at(-1) ?? '') ?? []) {
      if (next === start) return path;
      if (!seen.has(next)) paths.push([...path, next]);
      seen.add(next);
    }
  }
  return null;
}

/** Each cycle of folders once, with the imports that cause it. @returns {string[]} */
function folderCycles(/** @type {Edge[]} */ edges) {
  /** @type {Map<string, string>} */
  const found = new Map();
  const depths = Math.max(...edges.map(({ from }) => from.split('/').length));
  for (let depth = 1; depth < depths; depth += 1) {
    const cut = edges.map(({ from, to }) => ({ from: folderAt(from, depth), to: folderAt(to, depth) }));
    /** @type {Map<string, Set<string>>} */
    const graph = new Map();
    for (const { from, to } of cut.filter((edge) => edge.from !== edge.to))
      graph.set(from, (graph.get(from) ?? new Set()).add(to));
    for (const folder of graph.keys()) {
      const path = cycleFrom(folder, graph);
      if (!path) continue;
      const causes = edges.filter((_edge, index) =>
        path.some((each, i) => cut[index]?.from === each && cut[index]?.to === (path[i + 1] ?? folder)),
      );
      const lines = causes.map(({ from, to }) => `\n  ${from} imports ${to}`);
      const key = path.toSorted().join();
      if (!found.has(key)) found.set(key, `folders: ${[...path, folder].join(' → ')}${lines.join('')}`);
    }
  }
  return [...found.values()];
}

/** @type {string[]} */
const problems = [];
let modules = 0;
const roots = process.argv.slice(2);
if (roots.length === 0) problems.push('name at least one folder');
for (const root of roots) {
  const result = await readImports(root);
  const own = result.modules.filter(({ source }) => source.startsWith(`${root}/`));
  modules += own.length;
  if (own.length === 0) problems.push(`${root}: no module was read`);
  for (const { rule, from, to, cycle } of result.summary.violations)
    problems.push(`${rule.name}: ${[from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' → ')}`);
  const edges = own.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ resolved }) => resolved.startsWith(`${root}/`))
      .map(({ resolved }) => ({ from: source, to: resolved })),
  );
  if (edges.length > 0) problems.push(...folderCycles(edges));
}
if (problems.length > 0) {
  console.error(`Imports go in a cycle or nowhere:\n${problems.join('\n')}`);
  process.exitCode = 1;
} else console.log(`${modules} modules: no cycle of files or folders`);
