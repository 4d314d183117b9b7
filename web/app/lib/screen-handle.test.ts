import { expect, test } from 'vitest';
import { screenHandleOf } from './screen-handle';

test("a handle with something to show first is a screen's", () => {
  const handle = { Opening: () => null, isForMembers: false };
  expect(screenHandleOf(handle)).toBe(handle);
});

test.each([undefined, null, 'Opening', {}, () => null])('%s is none', (handle) => {
  expect(screenHandleOf(handle)).toBeNull();
});
