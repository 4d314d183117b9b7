import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pageAttributes } from './page-attributes';

test('the style sheet names the attributes that server and app set', () => {
  const css = readFileSync(join(import.meta.dirname, '../app.css'), 'utf8');
  const named = [...css.matchAll(/\[(data-[a-z-]+)/g)].map(([, name]) => name);
  // Set by the inline script, by HTML that only the server renders, and by the search of the settings.
  const ofOthers = ['data-appearance', 'data-operator-terms', 'data-operator-contact', 'data-found'];
  const { needsApp, ...styled } = pageAttributes;
  expect(new Set(named)).toEqual(new Set([...Object.values(styled), ...ofOthers]));
});
