import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeAt, rowAt, rowTops, rowWindow, scrollOf } from './row-window';

const rowsUpTo = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => ({ id: String(from + index) }));
const heightsOf = (rows: { id: string }[], height: number) => new Map(rows.map(({ id }) => [id, height]));

test('the row at a height is the one that covers it', () => {
  const rows = rowsUpTo(3);
  const tops = rowTops(rows, heightsOf(rows, 10));
  expect([-5, 0, 9.9, 10, 29, 30, 500].map((y) => rowAt(tops, y))).toEqual([0, 0, 0, 1, 2, 2, 2]);
});

test('20,000 rows keep a bounded number of them on the page', () => {
  const rows = rowsUpTo(20_000);
  const tops = rowTops(rows, heightsOf(rows, 40));
  for (const scrolled of [0, 123_456, 799_400]) {
    const { start, end } = rowWindow(tops, { scrolled, viewHeight: 600, margin: 800 });
    expect(end - start).toBeLessThanOrEqual(57);
    expect((tops[start] ?? 0) <= Math.max(0, scrolled - 760)).toBe(true);
  }
});

test('older rows above do not move the row a reader looks at', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 20, max: 300 }), { minLength: 5, maxLength: 60 }),
      fc.integer({ min: 1, max: 50 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (heights, older, share) => {
        const rows = rowsUpTo(heights.length, 1000);
        const measured = new Map(rows.map(({ id }, index) => [id, heights[index] ?? 0]));
        const tops = rowTops(rows, measured);
        const viewHeight = 200;
        const scrolled = share * Math.max(0, (tops[rows.length] ?? 0) - viewHeight);
        const place = placeAt(rows, tops, { scrolled, viewHeight, endWithin: 0 });
        if (place === 'end') return;
        expect(scrollOf(place, rows, tops, viewHeight)).toBeCloseTo(scrolled, 6);
        const longer = [...rowsUpTo(older), ...rows];
        const longerTops = rowTops(longer, measured);
        const added = (longerTops[older] ?? 0) - (longerTops[0] ?? 0);
        expect(scrollOf(place, longer, longerTops, viewHeight)).toBeCloseTo(scrolled + added, 6);
      },
    ),
  );
});

test('a heading that stands elsewhere afterwards is not what a reader holds on to', () => {
  const heading = { id: 'today', floats: true } as const;
  const rows = [heading, ...rowsUpTo(20, 100)];
  const tops = rowTops(rows, heightsOf(rows, 50));
  const place = placeAt(rows, tops, { scrolled: 0, viewHeight: 200, endWithin: 0 });
  expect(place).toEqual({ rowId: '100', below: 50 });
  const longer = [heading, ...rowsUpTo(10), ...rows.slice(1)];
  expect(scrollOf(place, longer, rowTops(longer, heightsOf(longer, 50)), 200)).toBe(500);
});

test('close to the end is the end, and the end stays in view when something is added', () => {
  const rows = rowsUpTo(10);
  const tops = rowTops(rows, heightsOf(rows, 50));
  expect(placeAt(rows, tops, { scrolled: 290, viewHeight: 200, endWithin: 40 })).toBe('end');
  expect(placeAt(rows, tops, { scrolled: 260, viewHeight: 200, endWithin: 40 })).toBe('end');
  expect(placeAt(rows, tops, { scrolled: 259, viewHeight: 200, endWithin: 40 })).not.toBe('end');
  const longer = rowsUpTo(11);
  expect(scrollOf('end', longer, rowTops(longer, heightsOf(longer, 50)), 200)).toBe(350);
});

test('without rows there is nothing to show', () => {
  expect(rowWindow(rowTops([], new Map()), { scrolled: 0, viewHeight: 100, margin: 10 })).toEqual({
    start: 0,
    end: 0,
  });
});
