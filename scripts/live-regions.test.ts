import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const isLive = /aria-live=|role="(?:status|alert|log)"/;
const isHiddenWhenEmpty = /\bempty:(?:hidden|invisible)\b/;

/** Opening tags, with the attributes up to the first closing bracket that ends a line. */
const tagsIn = (code: string): string[] => [...code.matchAll(/<[a-z]\w*\s[^<]*?>\n/g)].map(([tag]) => tag);

const hiddenRegionsIn = (code: string): string[] =>
  tagsIn(code).filter((tag) => isLive.test(tag) && isHiddenWhenEmpty.test(tag));

test('a live region is found that is hidden while it is empty', () => {
  expect(hiddenRegionsIn('<p\n  role="status"\n  className="grid empty:hidden"\n>\n')).toHaveLength(1);
  expect(hiddenRegionsIn('<ul className="empty:hidden">\n<p role="status" className="x">\n')).toEqual([]);
});

// A region that appears together with its text is not announced by every screen reader.
test('no live region of a page is hidden while it is empty', () => {
  const files = globSync('web/app/**/*.tsx', { cwd: root }).filter((path) => !path.includes('.test.'));
  const found = files.filter((path) => hiddenRegionsIn(readFileSync(join(root, path), 'utf8')).length > 0);
  expect(files.length).toBeGreaterThan(300);
  expect(found).toEqual([]);
});
