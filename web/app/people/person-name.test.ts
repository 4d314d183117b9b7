import { expect, test } from 'vitest';
import { nameOf } from './person-name';

test.each([
  [' Ada ', 'Ada'],
  ['  ', 'Anonymous'],
  ['', 'Anonymous'],
])('%j is shown as %s', (name, shown) => {
  expect(nameOf({ name })).toBe(shown);
});
