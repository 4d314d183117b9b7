// Prints the JavaScript a page loads before anything is clicked, and fails when it is over the budget.
//   node scripts/first-load.ts [page] [budget in kB]
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const clientBuild = fileURLToPath(new URL('../build/client/', import.meta.url));
const page = process.argv[2] ?? '/features';
const budgetKb = Number(process.argv[3] ?? 130);

const htmlPath = `${clientBuild}${page}/index.html`;
if (!existsSync(htmlPath)) {
  process.stderr.write(`No built page ${page}: run the web build first.\n`);
  process.exit(1);
}

/** The scripts named in the page, and what those import before they run. */
const waiting = [...readFileSync(htmlPath, 'utf8').matchAll(/\/(assets\/[\w.-]+\.js)/g)].map(
  (found) => found[1] ?? '',
);
const sizes = new Map<string, number>();
for (const script of waiting) {
  if (sizes.has(script)) continue;
  const code = readFileSync(`${clientBuild}${script}`);
  sizes.set(script, gzipSync(code, { level: 9 }).length);
  for (const found of code.toString().matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) {
    waiting.push(`assets/${found[1]}`);
  }
}

const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
const kb = (bytes: number) => (bytes / 1000).toFixed(1).padStart(7);
for (const [script, size] of [...sizes].sort((a, b) => b[1] - a[1]))
  process.stdout.write(`${kb(size)} kB  ${script}\n`);
process.stdout.write(`${kb(total)} kB  first load of ${page}, gzip (budget ${budgetKb} kB)\n`);
if (total > budgetKb * 1000) {
  process.stderr.write(`${page} loads more JavaScript than its budget.\n`);
  process.exit(1);
}
