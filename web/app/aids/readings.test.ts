import { describe, expect, test } from 'vitest';
import { readableLanguage, readingsOf } from './readings';

describe('readings', () => {
  test('Han alone is Chinese, with kana Japanese, and Latin letters have no reading', () => {
    expect(readableLanguage('你好')).toBe('zh');
    expect(readableLanguage('日本語です')).toBe('ja');
    expect(readableLanguage('안녕하세요')).toBe('ko');
    expect(readableLanguage('Hello 😀')).toBeNull();
  });

  test('Chinese has pinyin with tones for each character, by word', async () => {
    const pieces = await readingsOf('银行 OK,我行!', 'zh');
    expect(pieces.map(({ text }) => text).join('')).toBe('银行 OK,我行!');
    expect(pieces.flatMap(({ reading }) => reading ?? [])).toEqual(['yín', 'háng', 'wǒ', 'xíng']);
  });

  test('Korean is romanised word by word, as it sounds', async () => {
    const pieces = await readingsOf('안녕하세요, 종로 OK', 'ko');
    expect(pieces.map(({ text }) => text).join('')).toBe('안녕하세요, 종로 OK');
    expect(pieces.flatMap(({ reading }) => reading ?? [])).toEqual(['annyeonghaseyo,', 'jongno']);
  });

  test('kana is romanised, kanji is unchanged', async () => {
    const pieces = await readingsOf('東京のラーメン', 'ja');
    expect(pieces.map(({ text }) => text).join('')).toBe('東京のラーメン');
    expect(pieces.find(({ text }) => text === 'の')?.reading).toBe('no');
    expect(pieces.find(({ text }) => text === 'ラーメン')?.reading).toBe('raamen');
    expect(pieces.find(({ text }) => text.includes('京'))?.reading).toBeNull();
  });
});
