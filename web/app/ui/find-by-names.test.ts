import { describe, expect, test } from 'vitest';
import { findByNames } from './find-by-names';

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
