import { expect, test } from 'vitest';
import { screenHandleOf } from './screen-handle';

test('a screen for visitors is known by its handle', () => {
  const handle = { isForVisitors: true };
  expect(screenHandleOf(handle)).toBe(handle);
});

test.each([undefined, null, 'isForVisitors', {}, () => null])('%s is none', (handle) => {
  expect(screenHandleOf(handle)).toBeNull();
});
