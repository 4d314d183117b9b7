import { describe, expect, test } from 'vitest';
import { anyNameHolds, findByNames } from './folded-text';

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

describe('what is found by a part of its name', () => {
  const names = [
    ['Afrikaans'],
    ['Éfrique'],
    ['French', 'Français'],
    ['German', 'Deutsch'],
    ['Frisian', 'Frysk'],
  ];
  const found = (typed: string) => findByNames(names, (own) => own, typed).map(([first]) => first);

  test('stands behind what begins with it, by any of its names, and each of the two groups keeps its order', () => {
    expect(found(' fR')).toEqual(['French', 'Frisian', 'Afrikaans', 'Éfrique']);
    expect(found('franc')).toEqual(['French']);
    expect(found('efr')).toEqual(['Éfrique']);
    expect(found('de')).toEqual(['German']);
  });

  test('is everything in its order as long as nothing is typed', () => {
    expect(found('')).toEqual(names.map(([first]) => first));
    expect(found('  ')).toEqual(names.map(([first]) => first));
  });
});
