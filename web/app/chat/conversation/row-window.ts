/** A row of a list. One that floats, such as the heading of a day, may stand elsewhere after the next change. */
export interface WindowRow {
  id: string;
  floats?: true;
}

/** Where each row begins; one more at the end, for the height of all. */
export type RowTops = Float64Array;

/** What a row is thought to be high until it has been on the screen. */
const unknownHeight = 64;

/** Adds up the heights, measured or thought. */
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

/** The row at a height: the last one that begins at or above it. */
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

/** The place a reader looks at: the end, or a row and how far below the upper edge it begins. */
export type Place = 'end' | { rowId: string; below: number };

/** How far the list has to be scrolled to show a place. */
export function scrollOf(place: Place, rows: WindowRow[], tops: RowTops, viewHeight: number): number {
  const longest = Math.max(0, topOf(tops, rows.length) - viewHeight);
  if (place === 'end') return longest;
  const index = rows.findIndex(({ id }) => id === place.rowId);
  return index < 0 ? longest : topOf(tops, index) - place.below;
}

/** The place at a scroll position. Close to the end counts as the end, so that new messages keep it in view. */
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

/** The rows to put on the page: those in view and a margin above and below, so that scrolling never shows a hole. */
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
