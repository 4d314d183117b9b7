import { expect, test } from 'vitest';
import { isSendKey } from './send-key';
import { insertAt } from './text-composer';

const enter = { key: 'Enter', shiftKey: false, isComposing: false, keyCode: 13 };

test.each([
  ['Enter', enter, true],
  ['Shift+Enter', { ...enter, shiftKey: true }, false],
  ['Enter while composing', { ...enter, isComposing: true }, false],
  ['Enter that ends a composition in Safari', { ...enter, keyCode: 229 }, false],
  ['a letter', { ...enter, key: 'a', keyCode: 65 }, false],
])('%s sends: %j', (_case, event, sends) => {
  expect(isSendKey(event)).toBe(sends);
});

test.each([
  ['ab', 1, 1, 'a🙂b', 3],
  ['abc', 0, 2, '🙂c', 2],
  ['', undefined, undefined, '🙂', 2],
])('an emoji in %j at %s to %s', (text, start, end, expected, caret) => {
  expect(insertAt(text, '🙂', start, end)).toEqual({ text: expected, caret });
});
