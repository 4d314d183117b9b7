import { expect, test } from 'vitest';
import { initialOf } from './initial';

test.each([
  ['aiko', 'A'],
  ['  mateo', 'M'],
  ['e\u0301lodie', 'E\u0301'],
  ['さくら', 'さ'],
  ['👩‍🚀 Ada', '👩‍🚀'],
  ['', ''],
  ['   ', ''],
])('The initial of %j is %j', (name, initial) => {
  expect(initialOf(name)).toBe(initial);
});
