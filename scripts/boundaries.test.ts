import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Each row plants one file; `rule` is the expected message or rule, null when the import is allowed. */
const planted: { path: string; code: string; rule: string | null }[] = [
  // packages
  { path: 'contract/src/a.ts', code: `import 'fastify';`, rule: 'contract imports zod and itself' },
  {
    path: 'contract/src/b.ts',
    code: `import '@parlance/client/client';`,
    rule: 'contract imports zod and itself',
  },
  { path: 'contract/src/c.ts', code: `import 'node:fs';`, rule: 'contract imports zod and itself' },
  { path: 'contract/src/d.ts', code: `import 'zod/mini';\nimport './a.ts';`, rule: null },
  {
    path: 'words/src/a.ts',
    code: `import '@parlance/contract/errors';`,
    rule: 'words imports nothing of ours',
  },
  { path: 'words/src/b.ts', code: `import 'pofile';\nimport 'node:fs';\nimport './c.ts';`, rule: null },
  { path: 'words/scripts/a.ts', code: `import '../src/b.ts';`, rule: `No '../'` },
  {
    path: 'contract/src/e.ts',
    code: `import '@parlance/words/word';`,
    rule: 'contract imports zod and itself',
  },
  { path: 'client/src/a.ts', code: `import 'react';`, rule: 'client imports contract' },
  { path: 'client/src/b.ts', code: `import '@parlance/server/app';`, rule: 'client imports contract' },
  {
    path: 'client/src/c.ts',
    code: `import '@parlance/contract/chat';\nimport 'socket.io-client';`,
    rule: null,
  },
  { path: 'web/app/chat/a.tsx', code: `import '@parlance/server/app';`, rule: 'web never imports server' },
  { path: 'web/app/chat/b.tsx', code: `import '@parlance/words/current';\nimport '#ui/button';`, rule: null },
  { path: 'server/src/chat/m.ts', code: `import '@parlance/words/server';`, rule: null },
  { path: 'server/src/chat/a.ts', code: `import '@parlance/client/api';`, rule: 'never client or web' },
  { path: 'server/src/chat/b.ts', code: `import '@parlance/web/app';`, rule: 'never client or web' },
  { path: 'server/src/platform/a.ts', code: `import '@parlance/client/api';`, rule: 'never client or web' },
  { path: 'server/src/a.ts', code: `import '@parlance/client/api';`, rule: 'never client or web' },
  { path: 'server/src/chat/c.test.ts', code: `import '@parlance/client/api';`, rule: null },
  // folders
  { path: 'web/app/ui/a.tsx', code: `import '#chat/chat-list';`, rule: 'know no domain word' },
  { path: 'web/app/lib/a.ts', code: `import '#session/session';`, rule: 'know no domain word' },
  { path: 'web/app/ui/b.tsx', code: `import '#lib/format';\nimport '#ui/icon';`, rule: null },
  {
    path: 'web/app/people/a.ts',
    code: `import '#settings/section/use-saving';`,
    rule: 'never a screen or the shell',
  },
  {
    path: 'web/app/moderation/a.tsx',
    code: `import '#profile/profile';`,
    rule: 'never a screen or the shell',
  },
  { path: 'web/app/booking/a.tsx', code: `import '#profile/profile';`, rule: 'never a screen or the shell' },
  { path: 'web/app/chat/d.tsx', code: `await import('#shell/shell');`, rule: 'never a screen or the shell' },
  ...['settings/account', 'dev'].map((folder) => ({
    path: `web/app/${folder}/a.tsx`,
    code: `import '#shell/shell';`,
    rule: 'Only root and routes know the shell',
  })),
  { path: 'web/app/chat/e.tsx', code: `import '#people/person-name';\nimport '#lib/brand';`, rule: null },
  { path: 'web/app/booking/b.tsx', code: `import '#chat/send-note';\nimport '#ui/button';`, rule: null },
  { path: 'web/app/dev/b.tsx', code: `import '#landing/landing';`, rule: null },
  { path: 'web/app/shell/a.tsx', code: `import '#onboarding/draft-storage';`, rule: null },
  { path: 'web/app/root.tsx', code: `import '#shell/shell';`, rule: null },
  { path: 'server/src/platform/b.ts', code: `import '#chat/chat';`, rule: 'platform/ names no slice' },
  {
    path: 'server/src/platform/c.ts',
    code: `import '#domain/tables.generated';\nimport '#platform/clock';`,
    rule: null,
  },
  { path: 'server/src/chat/d.ts', code: `import '#schedule/schedule.routes';`, rule: `only '#slice/slice'` },
  { path: 'server/src/chat/e.ts', code: `import '#schedule/schedule.sockets';`, rule: `only '#slice/slice'` },
  { path: 'server/src/chat/f.ts', code: `import '#people/people.table';`, rule: `only '#slice/slice'` },
  { path: 'server/src/chat/g.ts', code: `await import('#people/search/fit');`, rule: `only '#slice/slice'` },
  {
    path: 'server/src/chat/h.ts',
    code: `import '#people/people';\nimport '#platform/database';`,
    rule: null,
  },
  { path: 'server/src/people/search/a.ts', code: `import '#people/listing/scopes';`, rule: null },
  { path: 'server/src/people/a.ts', code: `import '#chat/message';`, rule: `only '#slice/slice'` },
  { path: 'server/src/b.ts', code: `import '#people/people.routes';`, rule: null },
  // up the tree
  { path: 'server/src/chat/i.ts', code: `import '../schedule/schedule.ts';`, rule: `No '../'` },
  { path: 'server/src/platform/d.ts', code: `import '../app.ts';`, rule: `No '../'` },
  { path: 'server/src/c.ts', code: `import '../test/harness.ts';`, rule: `No '../'` },
  { path: 'web/app/chat/c.tsx', code: `import '../ui/button';`, rule: `No '../'` },
  { path: 'web/app/ui/c.tsx', code: `import '../lib/format';`, rule: `No '../'` },
  { path: 'server/src/chat/j.test.ts', code: `import '../platform/clock.ts';`, rule: `No '../'` },
  // drivers and environment
  ...['pg', 'ioredis', 'nodemailer', '@aws-sdk/client-s3', 'socket.io', 'pino', 'prom-client'].map(
    (driver, row) => ({
      path: `server/src/chat/driver-${row}.ts`,
      code: `import '${driver}';`,
      rule: 'Only platform/ touches drivers',
    }),
  ),
  { path: 'server/src/d.ts', code: `import 'pg';`, rule: 'Only platform/ touches drivers' },
  { path: 'server/src/platform/e.ts', code: `import 'pg';\nimport 'socket.io';`, rule: null },
  { path: 'server/src/chat/k.ts', code: 'export const port = process.env.PORT;', rule: 'noProcessEnv' },
  { path: 'server/src/platform/f.ts', code: 'export const port = process.env.PORT;', rule: 'noProcessEnv' },
  { path: 'server/src/config.ts', code: 'export const port = process.env.PORT;', rule: null },
  // house rules
  ...['server/src/chat', 'client/src', 'contract/src', 'web/app/chat'].map((folder) => ({
    path: `${folder}/console.ts`,
    code: `console.log('hello');`,
    rule: 'noConsole',
  })),
  {
    path: 'server/src/chat/l.ts',
    code: 'async function send() {\n  await 1;\n}\nsend();',
    rule: 'noFloatingPromises',
  },
  { path: 'client/src/barrel.ts', code: `export { a } from './a.ts';`, rule: 'noBarrelFile' },
  { path: 'client/src/camelCase.ts', code: 'export const a = 1;', rule: 'useFilenamingConvention' },
  {
    path: 'web/app/chat/long.ts',
    code: Array.from({ length: 301 }, (_, line) => `export const line${line} = ${line};`).join('\n'),
    rule: 'noExcessiveLinesPerFile',
  },
];

let folder: string;
let answers: Map<string, string[]>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-boundaries-'));
  const root = join(import.meta.dirname, '..');
  const { $schema, vcs, ...rules } = JSON.parse(await readFile(join(root, 'biome.json'), 'utf8'));
  await writeFile(join(folder, 'biome.json'), JSON.stringify(rules));
  for (const { path, code } of planted) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), `${code}\n`);
  }
  answers = await lint(join(root, 'node_modules/.bin/biome'));
});

afterAll(() => rm(folder, { recursive: true }));

/** Messages and rule names by file, from one run over all planted files. */
async function lint(biome: string) {
  const report = await new Promise<string>((resolve) => {
    const options = ['lint', '--reporter=json', '--max-diagnostics=none', '--diagnostic-level=error', '.'];
    execFile(biome, options, { cwd: folder }, (_failed, stdout) => resolve(stdout));
  });
  const found = new Map<string, string[]>();
  for (const { category, message, location } of JSON.parse(report).diagnostics) {
    found.set(location.path, [...(found.get(location.path) ?? []), `${category}: ${message}`]);
  }
  return found;
}

describe('the import boundaries and house rules fire on a planted violation', () => {
  it.each(planted.filter(({ rule }) => rule))('$path: $rule', ({ path, rule }) => {
    expect(answers.get(path)?.join('\n')).toContain(rule);
  });
});

describe('what is allowed passes', () => {
  it.each(planted.filter(({ rule }) => rule === null))('$path: $code', ({ path }) => {
    expect(answers.get(path)).toBeUndefined();
  });
});
