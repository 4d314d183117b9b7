import { createWords } from '@parlance/words/create-words';
import { speaking } from '@parlance/words/current';
import { expect, test } from 'vitest';
import { isComposingKey } from './composing-key';
import { languageChoices } from './language-choices';

test('the language of the page is the first choice, each under its own name', () => {
  expect(languageChoices().slice(0, 2)).toEqual([
    ['en', 'English'],
    ['es', 'Español'],
  ]);
  const choices = speaking(createWords('ja'), languageChoices);
  expect(choices.slice(0, 2)).toEqual([
    ['ja', '日本語'],
    ['en', 'English'],
  ]);
  expect(choices).toHaveLength(10);
  expect(speaking(createWords('en-XA'), languageChoices)[0]).toEqual(['en-XA', 'en-XA']);
});

test.each([
  [{ isComposing: true, keyCode: 13 }, true],
  [{ isComposing: false, keyCode: 229 }, true],
  [{ isComposing: false, keyCode: 13 }, false],
])('a key %j belongs to an input method: %s', (key, isOfInputMethod) => {
  expect(isComposingKey(key)).toBe(isOfInputMethod);
});
