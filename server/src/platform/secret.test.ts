import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '#test/folder';
import { loadSecret } from './secret.ts';

test('generates a secret once, readable by its owner only; two concurrent starts have the same', async () => {
  const dataDir = join(await newFolder(), 'data');
  const [first, second] = await Promise.all([
    loadSecret({ tokenSecret: null, dataDir }),
    loadSecret({ tokenSecret: null, dataDir }),
  ]);
  expect(first).toMatch(/^[\w-]{64}$/);
  expect(second).toBe(first);
  expect(await loadSecret({ tokenSecret: null, dataDir })).toBe(first);
  expect(readdirSync(dataDir)).toEqual(['token-secret']);
  expect(statSync(join(dataDir, 'token-secret')).mode & 0o777).toBe(0o600);
});

test('replaces an empty secret file, as a power cut can leave it', async () => {
  const dataDir = await newFolder();
  writeFileSync(join(dataDir, 'token-secret'), '');
  const secret = await loadSecret({ tokenSecret: null, dataDir });
  expect(secret).toMatch(/^[\w-]{64}$/);
  expect(readFileSync(join(dataDir, 'token-secret'), 'utf8')).toBe(secret);
});

test('uses a configured secret unchanged and writes no file', async () => {
  const dataDir = await newFolder();
  expect(await loadSecret({ tokenSecret: 'configured', dataDir })).toBe('configured');
  expect(readdirSync(dataDir)).toEqual([]);
});
