import { languages } from '@parlance/contract/language-catalogue';
import { speaking } from '@parlance/words/current';
import { wordsOf } from '@parlance/words/server';
import { describe, expect, test } from 'vitest';
import { languageName, languageTitle, namesOf, sortedLanguages } from './language-name';

describe('the name of a language', () => {
  test('is the one of the catalogue in English', () => {
    expect(languages.map(({ code }) => [languageName(code), languageTitle(code)])).toEqual(
      languages.map(({ name }) => [name, name]),
    );
  });

  test.each([
    ['es', 'ja', 'japonés', 'Japonés'],
    ['de', 'ja', 'Japanisch', 'Japanisch'],
    ['ru', 'es', 'испанский', 'Испанский'],
    ['ja', 'es', 'スペイン語', 'スペイン語'],
  ] as const)(
    'in %s is that of the reader, with a capital where it stands by itself',
    (locale, code, ...names) => {
      expect(speaking(wordsOf(locale), () => [languageName(code), languageTitle(code)])).toEqual(names);
    },
  );

  test('that is looked for may be the reader’s, the English or its own', () => {
    expect(speaking(wordsOf('fr'), () => namesOf('de'))).toEqual(['Allemand', 'German', 'Deutsch']);
  });
});

describe('the list of languages', () => {
  const firstIn = (locale: 'en' | 'es' | 'ru') =>
    speaking(wordsOf(locale), () =>
      sortedLanguages()
        .map(({ code }) => languageTitle(code))
        .slice(0, 3),
    );

  test('stands in the order of the reader’s alphabet', () => {
    expect(firstIn('en')).toEqual(['Afrikaans', 'Arabic', 'Bengali']);
    // Á sorts with A, before B.
    expect(firstIn('es')).toEqual(['Afrikáans', 'Alemán', 'Árabe']);
    expect(firstIn('ru')).toEqual(['Английский', 'Арабский', 'Африкаанс']);
  });

  test('is the catalogue in English', () => {
    expect(sortedLanguages()).toEqual(languages);
  });
});
