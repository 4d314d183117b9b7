// Prints the JavaScript that each page loads without user input, and fails when it is over the budget. e2e/first-load.e2e.ts checks
// the lists against Chromium. Usage: node scripts/first-load.ts [--files]
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { firstLoads, scriptsOf } from './first-loads.ts';

const clientBuild = fileURLToPath(new URL('../build/client/', import.meta.url));
const isDetailed = process.argv.includes('--files');

const kb = (bytes: number) => (bytes / 1000).toFixed(1).padStart(7);
const weigh = (addresses: string[]) =>
  addresses
    .map((address) => ({ address, size: gzipSync(readFileSync(clientBuild + address), { level: 9 }).length }))
    .sort((a, b) => b.size - a.size);
const sum = (scripts: { size: number }[]) => scripts.reduce((total, { size }) => total + size, 0);
const print = (line: string) => process.stdout.write(`${line}\n`);

for (const page of firstLoads) {
  const { counted, after } = scriptsOf(clientBuild, page);
  const [scripts, rest] = [weigh(counted), weigh(after)];
  const total = sum(scripts);
  const restText = rest.length > 0 ? `, ${kb(sum(rest)).trim()} kB once it is shown` : '';
  print(`${kb(total)} kB  first load of ${page.path}, gzip (budget ${page.budgetKb} kB)${restText}`);
  if (isDetailed)
    for (const { address, size } of [...scripts, ...rest]) print(`${kb(size)} kB      ${address}`);
  if (total > page.budgetKb * 1000) {
    process.stderr.write(`${page.path} loads more JavaScript than its budget.\n`);
    process.exitCode = 1;
  }
}
