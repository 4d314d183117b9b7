import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DifferencePiece, differenceOf, isUnchanged } from './difference';

/** Marks `[-removed-]` and `{+added+}` parts. */
const marked = (original: string, corrected: string): string =>
  differenceOf(original, corrected)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `{+${text}+}`))
    .join('');

const without = (pieces: DifferencePiece[], kind: DifferencePiece['kind']): string =>
  pieces
    .filter((piece) => piece.kind !== kind)
    .map(({ text }) => text)
    .join('');

describe('what changed is shown by words (learning.md, Corrections)', () => {
  test.each([
    ['English', 'I goed home.', 'I went home.', 'I [-goed-]{+went+} home.'],
    ['an added word', 'I go to school by bus', 'I go to school by the bus', 'I go to school by {+the +}bus'],
    ['Japanese', '学校を行きます', '学校に行きます', '学校[-を-]{+に+}行きます'],
    ['Chinese', '他是很高', '他很高', '他[-是-]很高'],
    ['Korean', '학교를 가요', '학교에 가요', '학교[-를-]{+에+} 가요'],
    ['Korean at the start of a word', '안가요', '못가요', '[-안-]{+못+}가요'],
    ['a sign of two units', '𠮷る', '𠮟る', '[-𠮷-]{+𠮟+}る'],
    ['a sign that belongs to the next', '\u0600 ١', '\u0600-١', '[-\u0600 -]{+\u0600-+}١'],
    ['Thai, where a vowel is part of the letter', 'สวยมัก', 'สวยมาก', 'สวย[-มัก-]{+มาก+}'],
    ['Arabic, whose letters join', 'ذهبت إلى المدرسه', 'ذهبت إلى المدرسة', 'ذهبت إلى [-المدرسه-]{+المدرسة+}'],
    ['a family of emoji', 'We: 👨‍👩‍👧!', 'We: 👨‍👩‍👧‍👦!', 'We: [-👨‍👩‍👧-]{+👨‍👩‍👧‍👦+}!'],
    ['German', 'Ich habe gegeht.', 'Ich bin gegangen.', 'Ich [-habe-]{+bin+} [-gegeht-]{+gegangen+}.'],
  ])('%s', (_case, original, corrected, expected) => {
    expect(marked(original, corrected)).toBe(expected);
  });

  test('a letter and its accent in two characters is the letter with the accent', () => {
    expect(marked('pen\u0303a', 'pe\u00f1a')).toBe('pe\u00f1a');
    expect(isUnchanged('pen\u0303a ', 'pe\u00f1a')).toBe(true);
  });

  test('the same text looks right, another letter does not', () => {
    expect([isUnchanged('I am here. ', 'I am here.'), isUnchanged('I am here', 'I am here.')]).toEqual([
      true,
      false,
    ]);
    expect(differenceOf('I am here.', 'I am here.')).toEqual([{ kind: 'same', text: 'I am here.' }]);
  });

  test('what was written anew is shown as one whole for another', () => {
    const words = (letter: string, count: number) =>
      Array.from({ length: count }, (_, i) => letter + i).join(' ');
    // Two edits per replaced word: 400 are within the limit, 401 are not.
    expect(differenceOf(words('a', 200), words('b', 200)).length).toBeGreaterThan(200);
    const [before, after] = [words('a', 200), `${words('b', 200)}!`];
    expect(differenceOf(before, after)).toEqual([
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]);
  });
});

const scripts: Record<string, string[]> = {
  Latin: ['I', 'went', 'peña', 'pen\u0303a', 'naïve', 'Straße', "don't", 'Việt', 'e\u0301\u0323', '.'],
  Cyrillic: ['я', 'пошёл', 'пошел', 'домой', 'й', 'и\u0306', '—'],
  Arabic: ['ذهبت', 'إلى', 'المدرسة', 'المدرسه', 'مُدَرِّس', '\u0600١٢', '؟'],
  Hebrew: ['שלום', 'שָׁלוֹם', 'בית', 'ש\u05c1'],
  Devanagari: ['मैं', 'स्कूल', 'क्षत्रिय', 'गया', 'हूँ', 'क्\u200dष'],
  Thai: ['ผม', 'ไป', 'โรงเรียน', 'มัก', 'มาก', 'น้ำ'],
  Han: ['他', '是', '很', '高', '学校', '𠮷野家', '。'],
  Kana: ['がっこう', 'に', 'を', 'カ\u3099', 'ガ', 'ー', '行きます', '、'],
  Hangul: ['학교', '를', '에', '가요', '\u1112\u1161\u11ab\u1100\u116e\u11a8', '갔다'],
  Emoji: ['👨‍👩‍👧', '👨‍👩‍👧‍👦', '🇩🇪', '🇪🇸', '🇩', '👍🏽', '👍', '❤️', '1️⃣', '\r\n'],
};

/** Texts of one script and of mixed scripts. */
const sentenceOf = (words: string[]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom('', ' ', ' ', ', ')), { maxLength: 25 })
    .map((parts) => parts.map(([word, gap]) => word + gap).join(''));

const everyScript = [...Object.entries(scripts), ['all together', Object.values(scripts).flat()] as const];

test.each(everyScript)('%s: nothing is lost, nothing is made up, no character is cut', (_script, words) => {
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const bounds = (text: string) =>
    new Set([...graphemes.segment(text)].map(({ index }) => index).concat(text.length));
  fc.assert(
    fc.property(sentenceOf([...words]), sentenceOf([...words]), (one, other) => {
      for (const [original, corrected] of [
        [one, other],
        [one, `${one.slice(0, one.length / 2)}${other}`],
      ] as const) {
        const pieces = differenceOf(original, corrected);
        const [before, after] = [original.normalize('NFC'), corrected.normalize('NFC')];
        expect(without(pieces, 'added')).toBe(before);
        expect(without(pieces, 'removed')).toBe(after);
        for (const [skipped, text] of [
          ['added', before],
          ['removed', after],
        ] as const) {
          const allowed = bounds(text);
          let at = 0;
          for (const piece of pieces) {
            if (piece.kind === skipped) continue;
            at += piece.text.length;
            expect(allowed.has(at)).toBe(true);
          }
        }
      }
    }),
  );
});
