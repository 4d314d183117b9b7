import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { buildApiPages } from '@parlance/contract/api-markdown';

const docs = new URL('../../docs/', import.meta.url);
const wanted = buildApiPages();
const present = (await readdir(new URL('api/', docs)).catch(() => [])).map((name) => `api/${name}`);
const stale = present.filter((path) => !wanted.has(path));

if (process.argv.includes('--check')) {
  const differing = [...stale];
  for (const [path, text] of wanted) {
    if ((await readFile(new URL(path, docs), 'utf8').catch(() => '')) !== text) differing.push(path);
  }
  if (differing.length > 0) {
    process.stderr.write(
      `docs/${differing.join(', docs/')} differ from the contract: run npm run generate\n`,
    );
    process.exitCode = 1;
  }
} else {
  await mkdir(new URL('api/', docs), { recursive: true });
  for (const path of stale) await rm(new URL(path, docs));
  for (const [path, text] of wanted) await writeFile(new URL(path, docs), text);
}
