import type { CalendarRow, CellState } from './calendar-grid';

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

/** Target of a key: null for keys that do not move, the same place at an edge. Gaps are skipped. */
export function moveInGrid(
  rows: CalendarRow[],
  from: GridPlace,
  key: string,
  /** The first day is at the right. */
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

/** Action of a key; `nothing` is a handled key without effect, so that the page does not scroll. */
export type GridAct = 'add' | 'select' | 'remove' | 'let-go' | 'nothing';

/** Action of a key at a cell; null for unhandled keys. Space and Enter both add the selection. */
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
