import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FoundText, findTexts } from './find-texts.ts';
import { collectTexts } from './merge-texts.ts';
import { parseSource } from './syntax.ts';

const root = join(import.meta.dirname, '../..');
const shown = '{contract/src,client/src,server/src,web/app,web/worker}/**/*.{ts,tsx}';
// Tests, the developers' gallery, operator output, and the function that joins sentences.
const notShown =
  /\.(?:test|generated|d)\.tsx?$|^web\/app\/dev\/|^server\/src\/moderation\/operator|^web\/app\/lib\/sentence\./;

export function readTexts(): FoundText[] {
  const files = globSync(shown, { cwd: root })
    .filter((file) => !notShown.test(file))
    .toSorted();
  return collectTexts(
    files.flatMap((file) => findTexts(parseSource(file, readFileSync(join(root, file), 'utf8')))),
  );
}
