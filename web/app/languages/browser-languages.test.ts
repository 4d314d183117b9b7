import { expect, test } from 'vitest';
import { languagesOfBrowser, popularLanguages } from './browser-languages';

test.each([
  [
    ['de-AT', 'de', 'en-US'],
    ['de', 'en'],
  ],
  [['nb-NO', 'nn'], ['no']],
  [['zh-Hant-TW'], ['zh']],
  [['tlh', ''], []],
])('A browser set to %j suggests %j', (tags, codes) => {
  expect(languagesOfBrowser(tags)).toEqual(codes);
});

test('the ten languages with a flag are the popular ones', () => {
  expect(popularLanguages.toSorted()).toEqual(['de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'pt', 'ru', 'zh']);
});
