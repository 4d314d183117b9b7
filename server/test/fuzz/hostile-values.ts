import fc from 'fast-check';

const loneSurrogate = String.fromCharCode(0xd8_00);
const nul = String.fromCharCode(0);
const byteOrderMark = String.fromCharCode(0xfe_ff);
const rightToLeft = String.fromCharCode(0x20_2e);
const zeroWidth = String.fromCharCode(0x20_0b);

/** Texts that break databases, parsers, paths, patterns and terminals. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\t\r\n',
  nul,
  `a${nul}b`,
  loneSurrogate,
  `x${String.fromCharCode(0xdf_ff)}`,
  byteOrderMark,
  rightToLeft,
  zeroWidth,
  'e\u0301\u0301\u0301',
  '\ud83d\udc69\u200d\ud83d\udc69\u200d\ud83d\udc67',
  "'; DROP TABLE users; --",
  '%',
  '_',
  '\\',
  '%\\',
  '%00',
  '%ff',
  '../../etc/passwd',
  '..%2f..%2f',
  '{00000000-0000-0000-0000-000000000000}',
  '00000000-0000-0000-0000-00000000000G',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e400',
  '0x10',
  '9223372036854775808',
  '-9223372036854775809',
  '2147483648',
  '1.0000000000000000000001',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '9999-12-31T23:59:59-23:59',
  '0000-01-01T00:00:00+23:59',
  '2030-02-30T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '2030-03-05T24:00:00Z',
  '2030-03-05T09:00:60Z',
  '<script>alert(1)</script>',
  '\u001b[2J',
  'a@b,c@d.example',
  'a@b.example\r\nBcc: c@d.example',
  '"a b"@example.org',
  'Etc/../UTC',
  'a'.repeat(255),
  'a'.repeat(9000),
  '\ud83d\ude00'.repeat(4001),
];

/** Keys with a special meaning for objects. */
export const hostileKeys: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'length',
  'then',
  '',
];

const nested = (depth: number): unknown => {
  let value: unknown = [];
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Defines an own property even where an assignment would reach the prototype. */
export function own(object: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

const polluting: Record<string, unknown> = {};
own(polluting, '__proto__', { isAdmin: true });
own(polluting, 'constructor', { prototype: { isAdmin: true } });

/** Generates values of unexpected types. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...hostileTexts) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -0,
      -1,
      0.1,
      1e308,
      -1e308,
      5e-324,
      2 ** 31,
      2 ** 53,
      2 ** 63,
      [],
      {},
      [null],
      polluting,
      nested(50),
      nested(2000),
      Array.from({ length: 1000 }, () => 'a'),
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);
