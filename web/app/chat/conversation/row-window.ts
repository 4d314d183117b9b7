/** A list row. A floating one, such as a day heading, can move after a change and is no scroll anchor. */
export interface WindowRow {
  id: string;
  floats?: true;
}

/** Top offset of each row, followed by the total height. */
export type RowTops = Float64Array;

/** Estimated height of a row that was not measured yet. */
const unknownHeight = 64;

/** Sums up row heights, measured or estimated. */
export function rowTops(rows: WindowRow[], heights: ReadonlyMap<string, number>): RowTops {
  const tops = new Float64Array(rows.length + 1);
  let top = 0;
  rows.forEach((row, index) => {
    tops[index] = top;
    top += heights.get(row.id) ?? unknownHeight;
  });
  tops[rows.length] = top;
  return tops;
}

const topOf = (tops: RowTops, index: number): number => tops[Math.min(index, tops.length - 1)] ?? 0;

/** Index of the row at a height: the last one that begins at or above it. */
export function rowAt(tops: RowTops, y: number): number {
  let low = 0;
  let high = Math.max(0, tops.length - 2);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (topOf(tops, middle) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Scroll anchor: the end, or a row and its offset below the upper edge. */
export type Place = 'end' | { rowId: string; below: number };

/** Scroll offset that shows a place. */
export function scrollOf(place: Place, rows: WindowRow[], tops: RowTops, viewHeight: number): number {
  const longest = Math.max(0, topOf(tops, rows.length) - viewHeight);
  if (place === 'end') return longest;
  const index = rows.findIndex(({ id }) => id === place.rowId);
  return index < 0 ? longest : topOf(tops, index) - place.below;
}

/** Anchor at a scroll offset. Near the end counts as the end, so that new messages stay in view. */
export function placeAt(
  rows: WindowRow[],
  tops: RowTops,
  { scrolled, viewHeight, endWithin }: { scrolled: number; viewHeight: number; endWithin: number },
): Place {
  if (topOf(tops, rows.length) - scrolled - viewHeight <= endWithin) return 'end';
  let index = rowAt(tops, scrolled);
  while (rows[index]?.floats) index += 1;
  const row = rows[index];
  return row ? { rowId: row.id, below: topOf(tops, index) - scrolled } : 'end';
}

/** Range of rows to render: those in view plus a margin, so that scrolling shows no gap. */
export function rowWindow(
  tops: RowTops,
  { scrolled, viewHeight, margin }: { scrolled: number; viewHeight: number; margin: number },
): { start: number; end: number } {
  if (tops.length < 2) return { start: 0, end: 0 };
  return {
    start: rowAt(tops, scrolled - margin),
    end: rowAt(tops, scrolled + viewHeight + margin) + 1,
  };
}
