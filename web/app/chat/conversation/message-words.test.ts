import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitLinks } from './message-words';

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
