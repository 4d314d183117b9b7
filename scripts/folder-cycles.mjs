import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// Fails when folders under one of the given roots import each other in a circle. Circles of files are Biome's to find; it
// sees neither those of folders nor those that types make.

/**
 * An import from another folder. A file beside the folders stands for itself.
 * @typedef {{ from: string, to: string, file: string, specifier: string }} Import
 */

const importPattern = /\bfrom\s+'([#.][^']+)'|^import\s+'([#.][^']+)'|\bimport\(\s*'([#.][^']+)'/gm;

/** @returns {Import[]} */
function importsUnder(/** @type {string} */ root) {
  const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));
  return files.toSorted().flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(importPattern)].flatMap(([, ...captured]) => {
      const specifier = captured.find(Boolean) ?? '';
      const target = specifier.startsWith('#') ? specifier.slice(1) : join(dirname(file), specifier);
      const [from, to] = [folderOf(file), folderOf(target)];
      return from !== to ? [{ from, to, file, specifier }] : [];
    }),
  );
}

/** @returns {string} */
function folderOf(/** @type {string} */ path) {
  return path.split('/')[0]?.replace(/\.tsx?$/, '') ?? '';
}

/** The shortest way from a folder back to itself; null for one that is on no circle. @returns {string[] | null} */
function wayBack(/** @type {string} */ start, /** @type {Import[]} */ imports) {
  const ways = [[start]];
  const seen = new Set();
  for (const way of ways) {
    for (const { to } of imports.filter(({ from }) => from === way.at(-1))) {
      if (to === start) return way;
      if (!seen.has(to)) ways.push([...way, to]);
      seen.add(to);
    }
  }
  return null;
}

/** Each circle once, with the imports that make it. @returns {string[]} */
function circlesUnder(/** @type {string} */ root) {
  const imports = importsUnder(root);
  /** @type {Map<string, string[]>} */
  const circles = new Map();
  for (const folder of new Set(imports.map(({ from }) => from))) {
    const way = wayBack(folder, imports);
    if (way) circles.set(way.toSorted().join(), [...way, folder]);
  }
  return [...circles.values()].map((way) => {
    const causes = imports.filter(({ from, to }) =>
      way.some((folder, i) => folder === from && way[i + 1] === to),
    );
    const lines = causes.map(({ file, specifier }) => `\n  ${join(root, file)} imports ${specifier}`);
    return `${root}: ${way.join(' → ')}${lines.join('')}`;
  });
}

const circles = process.argv.slice(2).flatMap(circlesUnder);
if (circles.length > 0) {
  console.error(`Folders import each other in a circle:\n${circles.join('\n')}`);
  process.exitCode = 1;
}
