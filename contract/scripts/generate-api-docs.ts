import { readFile, writeFile } from 'node:fs/promises';
import { buildApiMarkdown } from '@parlance/contract/api-markdown';

const target = new URL('../../docs/api.md', import.meta.url);
const wanted = buildApiMarkdown();

if (process.argv.includes('--check')) {
  const present = await readFile(target, 'utf8').catch(() => '');
  if (present !== wanted) {
    process.stderr.write('docs/api.md differs from the contract: run npm run docs -w contract\n');
    process.exitCode = 1;
  }
} else {
  await writeFile(target, wanted);
}
