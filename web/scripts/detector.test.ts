import { beforeAll, describe, expect, test } from 'vitest';
import { countWords, languageOfText, type Profiles, profilesFor } from '#aids/detect/detector';
import { readProfiles } from './detector-table.ts';

let profiles: Profiles;
beforeAll(async () => {
  profiles = await readProfiles();
});
const found = (text: string, ...languages: string[]) => languageOfText(text, languages, profiles);
const counted = (text: string, ...languages: string[]) =>
  Object.fromEntries(countWords(text, languages, profiles));

describe('the language of a text', () => {
  test('the letters decide where only one of the two is written with them', () => {
    expect(found('昨日は雨でした', 'ja', 'en')).toBe('ja');
    expect(found('It rained here yesterday', 'ja', 'en')).toBe('en');
    expect(found('Вчера шёл дождь', 'ru', 'en')).toBe('ru');
  });

  test('kana is Japanese, Han alone is Chinese where its words are Chinese', () => {
    expect(found('我们明天见', 'ja', 'zh')).toBe('zh');
    expect(found('明日また会おう', 'ja', 'zh')).toBe('ja');
    expect(found('東京大学卒業生', 'ja', 'zh')).toBeNull();
    expect(found('明日また会おう', 'zh', 'en')).toBeNull();
  });

  test('a word in foreign letters does not change the language of a clause', () => {
    expect(found('I learned the word ありがとう today in class', 'ja', 'en')).toBe('en');
    expect(found('今日はmeetingがありました', 'ja', 'en')).toBe('ja');
  });

  test('romanised text is unsure', () => {
    expect(found('kyou wa totemo isogashikatta desu', 'ja', 'en')).toBeNull();
    expect(found('privet kak dela segodnya', 'ru', 'en')).toBeNull();
  });

  test('a third language is unsure', () => {
    expect(found('Tänään sataa vettä koko päivän', 'en', 'ja')).toBeNull();
    expect(found('สวัสดีครับ วันนี้เป็นอย่างไร', 'en', 'ja')).toBeNull();
  });

  test('a language without a profile leaves its pairs open, and Indonesian is read as Malay', () => {
    expect(found('Ek het vandag baie gewerk', 'af', 'en')).toBeNull();
    expect(found('I have worked a lot today', 'af', 'en')).toBeNull();
    expect(found('Saya sudah makan nasi goreng tadi pagi', 'id', 'en')).toBe('id');
    expect(found('Saya sudah makan nasi goreng tadi pagi', 'id', 'ms')).toBeNull();
  });
});

describe('what counts', () => {
  test('clauses count one by one, each for its language', () => {
    expect(counted('I am so tired today, ayer no dormí nada', 'en', 'es')).toEqual({ en: 5, es: 4 });
  });

  test('addresses and quotations do not count', () => {
    expect(counted('https://example.com/this-is-the-page mira esta página', 'en', 'es')).toEqual({ es: 3 });
    expect(counted('¿Qué significa exactamente "it is what it is" en español?', 'en', 'es')).toEqual({
      es: 5,
    });
    expect(counted('> we meet on Friday\nEntonces nos vemos mañana', 'en', 'es')).toEqual({ es: 4 });
  });

  test('a single word does not count', () => {
    expect(counted('Gracias! Thanks!', 'en', 'es')).toEqual({});
    expect(counted('Muchas gracias!', 'en', 'es')).toEqual({ es: 2 });
  });

  test('as much in the one as in the other is no language', () => {
    expect(found('see you tomorrow, nos vemos mañana', 'en', 'es')).toBeNull();
  });
});

test('profiles are needed for languages that write alike, and to know Latin letters from romanised text', () => {
  expect(profilesFor(['ja', 'zh'])).toEqual([]);
  expect(profilesFor(['ja', 'en'])).toEqual(['en']);
  expect(profilesFor(['ru', 'uk'])).toEqual(['ru', 'uk']);
  expect(profilesFor(['id', 'ms'])).toEqual(['ms']);
  expect(profilesFor(['af', 'en'])).toEqual(['en']);
  expect(profilesFor(['ko'])).toEqual([]);
});
