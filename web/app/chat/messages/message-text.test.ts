import fc from 'fast-check';
import { expect, test } from 'vitest';
import { previewOf, splitLinks } from './message-text';

test('a preview is one line; a recording is called Audio (§9)', () => {
  expect(previewOf({ content: 'one\n\ntwo  three' })).toBe('one two three');
  expect(previewOf({ content: null })).toBe('Audio');
});

test('a correction says that it is one, with its text on one line', () => {
  const corrects = { chatMessageId: 'any', kind: 'natural' as const, note: 'Shorter.' };
  expect(previewOf({ content: 'I went\nhome.', corrects })).toBe('Corrected: \u2068I went home.\u2069');
  expect(previewOf({ content: 'I went home.', corrects }, true)).toBe(
    'Looks right: \u2068I went home.\u2069',
  );
  expect(previewOf({ content: 'I went home.', corrects: null })).toBe('I went home.');
});

const hrefs = (content: string) => splitLinks(content).flatMap(({ href }) => (href ? [href] : []));

test.each([
  ['see https://example.org/a?b=1.', ['https://example.org/a?b=1']],
  ['(http://example.org)', ['http://example.org/']],
  [
    'https://例え.jp/パス と https://example.org',
    ['https://xn--r8jz45g.jp/%E3%83%91%E3%82%B9', 'https://example.org/'],
  ],
  ['javascript:alert(1) data:text/html,x file:///etc/passwd', []],
  ['https://', []],
  ['<img src=x onerror=alert(1)>', []],
])('%j links to %j', (content, expected) => {
  expect(hrefs(content)).toEqual(expected);
});

test('nothing of a message is lost, and only http and https ever become links', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.constantFrom('javascript:alert(1)', 'https://', '<b>', 'http://a.b/c).', '\n'),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const content = pieces.join(' ');
      const split = splitLinks(content);
      expect(split.map(({ text }) => text).join('')).toBe(content);
      for (const { href } of split) if (href) expect(href).toMatch(/^https?:\/\//);
    }),
  );
});
