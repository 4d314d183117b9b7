import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRange } from './range.ts';

describe('Range header', () => {
  test.each([
    ['bytes=0-99', { start: 0, end: 99 }],
    ['bytes=100-', { start: 100, end: 999 }],
    ['bytes=-200', { start: 800, end: 999 }],
    ['bytes=-5000', { start: 0, end: 999 }],
    ['bytes=990-5000', { start: 990, end: 999 }],
    ['bytes=999-999', { start: 999, end: 999 }],
    ['BYTES=0-0', { start: 0, end: 0 }],
    ['bytes=0-99999999999999999999999', { start: 0, end: 999 }],
    [`bytes=0-${'9'.repeat(56)}`, { start: 0, end: 999 }],
  ])('%s of 1000 bytes is a part', (header, range) => {
    expect(parseRange(header, 1000)).toEqual(range);
  });

  test.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', 'bytes=99999999999999999999999-'])(
    '%s of 1000 bytes cannot be satisfied',
    (header) => {
      expect(parseRange(header, 1000)).toBe('unsatisfiable');
    },
  );

  test.each(['bytes=0-', 'bytes=-1', 'bytes=0-0'])('%s of an empty file cannot be satisfied', (header) => {
    expect(parseRange(header, 0)).toBe('unsatisfiable');
  });

  test.each([
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'bytes=0-1,5-6',
    'items=0-1',
    'bytes=a-b',
    'bytes=--1',
    'bytes=1.5-2',
    'bytes=0x1-2',
    'bytes=0-1 ',
    'bytes = 0 - 1',
    `bytes=0-${'9'.repeat(57)}`,
  ])('%s is ignored: the whole file is the answer', (header) => {
    expect(parseRange(header, 1000)).toBeUndefined();
  });

  test.each([' ', '0', '-', 'bytes=', '0 '])('takes linear time for many %j', (repeated) => {
    const many = repeated.repeat(15_500);
    const begun = performance.now();
    for (const header of [`bytes=0-${many}x`, `${many}bytes=0-x`]) parseRange(header, 1000);
    // A backtracking pattern takes half a second for the first.
    expect(performance.now() - begun).toBeLessThan(100);
  });

  test('never reaches outside the file', () => {
    const number = fc.option(fc.nat(3000).map(String), { nil: '' });
    fc.assert(
      fc.property(number, number, fc.nat(2000), (first, last, size) => {
        const range = parseRange(`bytes=${first}-${last}`, size);
        if (typeof range !== 'object') return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.start).toBeLessThanOrEqual(range.end);
        expect(range.end).toBeLessThan(size);
      }),
    );
  });
});
