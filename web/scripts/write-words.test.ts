import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { offeredLocales } from '@parlance/words/locales';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wordFiles } from './word-files.ts';
import { type BuiltWords, writeWords } from './write-words.ts';

const budgetKb = 14;
let folder: string;
let built: Record<string, BuiltWords>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'words-'));
  mkdirSync(join(folder, 'assets'));
  built = writeWords(folder, false);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the files of words', () => {
  test('are there for each language but English, under names that stand for their contents', () => {
    expect(Object.keys(built)).toEqual(offeredLocales.filter((locale) => locale !== 'en'));
    for (const [locale, { files }] of Object.entries(built)) {
      expect(new Set(files).size).toBe(wordFiles.length);
      for (const file of files)
        expect(file).toMatch(new RegExp(`^/assets/words-${locale}-[\\w-]{8}\\.json$`));
    }
  });

  // Above the limit, move the new screen into the layout `later-screens` or behind `useLaterModule`.
  test.each(offeredLocales.filter((locale) => locale !== 'en'))(
    `of %s have at most ${budgetKb} kB each after gzip`,
    (locale) => {
      const sizes = (built[locale]?.files ?? []).map(
        (file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length,
      );
      expect(sizes.length).toBe(wordFiles.length);
      for (const size of sizes) expect(size).toBeLessThanOrEqual(budgetKb * 1000);
    },
  );
});
