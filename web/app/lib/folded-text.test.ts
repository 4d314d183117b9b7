import { expect, test } from 'vitest';
import { anyNameHolds } from './folded-text';

test.each([
  ['espanol', ['Spanish', 'Español'], true],
  ['SPAN', ['Spanish', 'Español'], true],
  ['turkce', ['Turkish', 'Türkçe'], true],
  ['日本', ['Japanese', '日本語'], true],
  ['हिन', ['Hindi', 'हिन्दी'], true],
  ['العر', ['Arabic', 'العربية'], true],
  ['انجليزيه', ['English', 'الإنجليزية'], true],
  ['اخري', ['Other', 'أخرى'], true],
  ['한국', ['Korean', '한국어'], true],
  ['  german ', ['German', 'Deutsch'], true],
  ['', ['German', 'Deutsch'], true],
  ['dutch', ['German', 'Deutsch'], false],
])('%j is found in %j: %j', (typed, names, found) => {
  expect(anyNameHolds(names, typed)).toBe(found);
});
