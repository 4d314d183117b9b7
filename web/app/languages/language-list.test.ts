import type { UserLanguage } from '@parlance/contract/languages';
import { speaking } from '@parlance/words/current';
import { wordsOf } from '@parlance/words/server';
import { describe, expect, test } from 'vitest';
import { addLanguage, nothingFoundText, removeLanguage, setLevel, setNative } from './language-list';

const english: UserLanguage = { languageCode: 'en', learning: false, proficiency: 1 };
const spanish: UserLanguage = { languageCode: 'es', learning: true, proficiency: 0.33 };

// Rules: docs/specification/languages.md#saving
describe('the list of languages of a person', () => {
  test('a language to learn begins as a beginner, a known one has proficiency 1', () => {
    const languages = addLanguage(addLanguage([], 'ja', 'learning'), 'de', 'speaks');
    expect(languages).toEqual([
      { languageCode: 'ja', learning: true, proficiency: 0 },
      { languageCode: 'de', learning: false, proficiency: 1 },
    ]);
  });

  test.each(['learning', 'speaks'] as const)('a language cannot be added twice, also not as %s', (voice) => {
    expect(addLanguage([english, spanish], 'en', voice)).toEqual([english, spanish]);
    expect(addLanguage([english, spanish], 'es', voice)).toEqual([english, spanish]);
  });

  test('a removed language is gone and the others keep their order', () => {
    expect(removeLanguage([english, spanish], 'en')).toEqual([spanish]);
  });

  test('a chosen level is written as specified', () => {
    const written = (['beginner', 'intermediate', 'advanced', 'fluent'] as const).map(
      (level) => setLevel([{ ...spanish, proficiency: 0.9 }], 'es', level)[0]?.proficiency,
    );
    expect(written).toEqual([0, 0.2, 0.4, 0.9]);
  });

  test('choosing the level that is shown already changes nothing', () => {
    expect(setLevel([spanish], 'es', 'intermediate')).toEqual([spanish]);
  });

  test('whether it is native is said of one known language, and of no learned one', () => {
    const german: UserLanguage = { languageCode: 'de', learning: false, proficiency: 1, isNative: true };
    expect(setNative([english, german, spanish], 'en', true)).toEqual([
      { ...english, isNative: true },
      german,
      spanish,
    ]);
    expect(setNative([german], 'de', false)).toEqual([{ ...german, isNative: false }]);
    expect(setNative([spanish], 'es', true)).toEqual([spanish]);
  });

  test('a known language has no level', () => {
    expect(setLevel([english], 'en', 'beginner')).toEqual([english]);
  });
});

describe('why a language that was typed cannot be chosen', () => {
  const german: UserLanguage = { languageCode: 'de', learning: false, proficiency: 1 };
  const japanese: UserLanguage = { languageCode: 'ja', learning: true, proficiency: 0 };
  const taken = [english, spanish, german, japanese];

  test.each([
    ['Spanish', 'You already learn Spanish.'],
    ['espanol', 'You already learn Spanish.'],
    ['  GERMAN ', 'You already speak German.'],
    ['日本', 'You already learn Japanese.'],
    // Several at once, in list order.
    ['an', 'You already learn Spanish. You already speak German. You already learn Japanese.'],
    ['Klingon', 'No language of that name.'],
    ['French', 'No language of that name.'],
  ])('%j: %s', (typed, text) => {
    expect(nothingFoundText(typed, taken)).toBe(text);
  });

  test.each(['Spanisch', 'Spanish', 'espanol'])(
    '%j is found as the reader, English and itself name it',
    (typed) => {
      const text = speaking(wordsOf('de'), () => nothingFoundText(typed, taken));
      expect(text).toContain('Spanisch');
    },
  );

  test('nobody who has none yet is told so', () => {
    expect(nothingFoundText('Spanish', [])).toBe('No language of that name.');
  });
});
