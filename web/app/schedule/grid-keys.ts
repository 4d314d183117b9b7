import type { CalendarRow, CellState } from './calendar-grid';

/** A place in the grid. */
export interface GridPlace {
  row: number;
  column: number;
}

const rowsOfAnHour = 4;

const steps: Record<string, GridPlace> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
  PageUp: { row: -rowsOfAnHour, column: 0 },
  PageDown: { row: rowsOfAnHour, column: 0 },
};

/** Where a key leads from a place: null for keys that do not move, the same place at an edge. Gaps are stepped over. */
export function moveInGrid(
  rows: CalendarRow[],
  from: GridPlace,
  key: string,
  /** The first day stands at the right. */
  isRightToLeft = false,
): GridPlace | null {
  const columns = rows[0]?.cells.length ?? 0;
  if (key === 'Home' || key === 'End') {
    const inRow = rows[from.row]?.cells ?? [];
    const column =
      key === 'Home'
        ? inRow.findIndex((cell) => cell !== null)
        : inRow.findLastIndex((cell) => cell !== null);
    return column < 0 ? from : { ...from, column };
  }
  const step = steps[key];
  if (!step) return null;
  const clamp = (value: number, length: number) => Math.max(0, Math.min(length - 1, value));
  let place = from;
  for (;;) {
    const next = {
      row: clamp(place.row + step.row, rows.length),
      column: clamp(place.column + (isRightToLeft ? -step.column : step.column), columns),
    };
    if (next.row === place.row && next.column === place.column) return from;
    if (rows[next.row]?.cells[next.column]) return next;
    place = next;
  }
}

/** What a key does to the grid; `nothing` for one that is ours without an effect here, where the page must not scroll. */
export type GridAct = 'add' | 'select' | 'remove' | 'let-go' | 'nothing';

/** What a key does at a cell; null for keys that are not ours. Space adds what is selected, as Enter does. */
export function actOfKey(
  key: string,
  { state, hasSelection }: { state: CellState; hasSelection: boolean },
): GridAct | null {
  const isFree = state === 'free';
  switch (key) {
    case ' ':
      return hasSelection ? 'add' : isFree ? 'select' : 'nothing';
    case 'Enter':
      return hasSelection || isFree ? 'add' : 'nothing';
    case 'Delete':
    case 'Backspace':
      return 'remove';
    case 'Escape':
      return 'let-go';
    default:
      return null;
  }
}
