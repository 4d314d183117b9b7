import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writtenNames } from '@parlance/contract/written-page';
import { expect, test } from 'vitest';

test('the styles hide and show by the attributes that page and app set', () => {
  const css = readFileSync(join(import.meta.dirname, '../app/app.css'), 'utf8');
  const { place, opening, returning, forVisitors } = writtenNames;
  const named = [...css.matchAll(/\[(data-[a-z-]+)/g)].map(([, name]) => name);
  expect(new Set(named)).toEqual(new Set([place, opening, returning, forVisitors]));
});
