import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortenText } from './shorten-text';

const family = '👨‍👩‍👧‍👦';

test.each([
  ['short', 5, 'short'],
  ['longer', 5, 'longe…'],
  ['one two', 4, 'one…'],
  ['My coffee. Yours?', 10, 'My coffee…'],
  ['', 5, ''],
  [family.repeat(3), 2, `${family.repeat(2)}…`],
  [family.repeat(3), 3, family.repeat(3)],
  ['e\u0301e\u0301e\u0301', 2, 'e\u0301e\u0301…'],
  ['🇯🇵🇪🇸🇩🇪', 1, '🇯🇵…'],
  ['こんにちは', 3, 'こんに…'],
])('%j cut at %i is %j', (text, max, expected) => {
  expect(shortenText(text, max)).toBe(expected);
});

test('a cut keeps whole graphemes from the beginning and never more than asked for', () => {
  const segmenter = new Intl.Segmenter();
  const count = (text: string) => [...segmenter.segment(text)].length;
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.integer({ min: 1, max: 20 }),
      (text, max) => {
        const short = shortenText(text, max);
        if (count(text) <= max) {
          expect(short).toBe(text);
          return;
        }
        const kept = short.slice(0, -1);
        expect(count(kept)).toBeLessThanOrEqual(max);
        expect(text.startsWith(kept)).toBe(true);
        const cutsAt = [...segmenter.segment(text)].map(({ index }) => index);
        expect([...cutsAt, text.length]).toContain(kept.length);
      },
    ),
  );
});
