import type { UserLanguage } from '@parlance/contract/languages';
import { describe, expect, test } from 'vitest';
import { keepLanguage, keptLanguages } from './kept-languages';
import { languageOf, pairOf } from './message-language';
import { targetLanguage } from './translation';

const knows = (languageCode: UserLanguage['languageCode']): UserLanguage => ({
  languageCode,
  learning: false,
  proficiency: 1,
});
const learns = (languageCode: UserLanguage['languageCode']): UserLanguage => ({
  languageCode,
  learning: true,
  proficiency: 0.2,
});

describe('the languages of a conversation', () => {
  test('are those each learns from the other, and those both have', () => {
    const own = [knows('es'), knows('en'), learns('ja')];
    const theirs = [knows('ja'), learns('es'), knows('en')];
    expect(pairOf(own, theirs)).toEqual({ practised: 'ja', given: 'es', spoken: ['es', 'en', 'ja'] });
  });

  test('are all languages when neither learns from the other', () => {
    expect(pairOf([knows('es')], [knows('ja')])).toEqual({
      practised: null,
      given: null,
      spoken: ['es', 'ja'],
    });
  });

  test('exclude languages a member already speaks', () => {
    expect(pairOf([knows('es'), learns('en')], [knows('es'), learns('en')])).toMatchObject({
      practised: null,
      given: null,
    });
  });
});

describe('the language of a message', () => {
  test('is the chosen one, else the detected one', async () => {
    const message = { chatMessageId: 'a', content: 'はい、そうです' };
    expect(await languageOf(message, ['ja', 'zh'])).toBe('ja');
    keepLanguage('a', null);
    expect(await languageOf(message, ['ja', 'zh'])).toBeNull();
    keepLanguage('a', 'zh');
    expect(await languageOf(message, ['ja', 'zh'])).toBe('zh');
    expect(await languageOf({ chatMessageId: 'b', content: null }, ['ja', 'zh'])).toBeNull();
  });

  test('is stored for the newest 500 choices', () => {
    for (let index = 0; index <= 500; index++) keepLanguage(`m${index}`, 'ja');
    expect(Object.keys(keptLanguages())).toHaveLength(500);
    expect(keptLanguages()).not.toHaveProperty('m0');
    expect(keptLanguages()).toHaveProperty('m500');
    // A choice that is made again is a new one.
    keepLanguage('m1', 'zh');
    keepLanguage('m501', 'ja');
    expect(keptLanguages()).toHaveProperty('m1', 'zh');
    expect(keptLanguages()).not.toHaveProperty('m2');
  });
});

describe('a translation', () => {
  test('is into the language of the page, unless the message is in it', () => {
    expect(targetLanguage('ja', 'de', [knows('es')])).toBe('de');
    expect(targetLanguage('de', 'de', [learns('de'), knows('es')])).toBe('es');
    expect(targetLanguage('es', 'pt-BR', [])).toBe('pt');
    expect(targetLanguage('es', 'zh-Hans', [])).toBe('zh');
    expect(targetLanguage('es', 'es', [knows('es'), learns('ja')])).toBe('ja');
    expect(targetLanguage('es', 'es', [knows('es')])).toBeNull();
    expect(targetLanguage(null, 'en', [])).toBe('en');
  });
});
