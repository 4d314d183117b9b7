import { type OwnScheduleSlot, slotGridMinutes } from '@parlance/contract/schedule';
import { counted, spoken, t } from '@parlance/words/current';
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { classNames } from '#lib/class-names';
import { isRightToLeft } from '#lib/page-direction';
import type { CalendarCell, CalendarGrid } from './calendar-grid';
import { CalendarTableRow } from './calendar-table-row';
import { actOfKey, type GridPlace, moveInGrid } from './grid-keys';
import { dragSelection } from './slot-selection';
import { placeOf, useSlotGesture } from './use-slot-gesture';
import type { LocalDay } from './zoned-time';

export interface CalendarTableProps {
  grid: CalendarGrid;
  zone: string;
  today: LocalDay;
  /** Slots are still loading; the grid is shown but not interactive. */
  isBusy: boolean;
  onCreate: (cells: CalendarCell[]) => void;
  onRemove: (slot: OwnScheduleSlot) => void;
  /** Receives the announcement of a selection, or of why nothing happens. */
  onSay: (words: string) => void;
}

interface Selection {
  from: GridPlace;
  to: GridPlace;
}

/** Row that the grid scrolls to on opening: 8:00. */
const openingRow = 2 * 4;

/** Week grid: drag, long press or keys select free cells of one day. */
export function CalendarTable({ grid, zone, today, isBusy, onCreate, onRemove, onSay }: CalendarTableProps) {
  const { rows, days } = grid;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<GridPlace>({ row: openingRow, column: 0 });
  const [selection, setSelection] = useState<Selection | null>(null);

  const cellAt = ({ row, column }: GridPlace) => rows[row]?.cells[column] ?? null;
  const cellsOf = ({ from, to }: Selection): CalendarCell[] => {
    const [first, last] = [cellAt(from), cellAt(to)];
    return first && last ? dragSelection(days[from.column]?.cells ?? [], first, last) : [];
  };

  const create = (wanted: Selection) => {
    const cells = cellsOf(wanted);
    setSelection(null);
    if (cells.length > 0) onCreate(cells);
  };
  const remove = ({ slot, state }: CalendarCell) => {
    if (state === 'available' && slot) onRemove(slot);
    else if (state === 'booked') onSay(t('This slot is booked. Cancel the session in Upcoming Chats first.'));
  };
  const activate = (place: GridPlace) => {
    const cell = cellAt(place);
    if (cell?.state === 'free') create({ from: place, to: place });
    else if (cell) remove(cell);
  };

  const gesture = useSlotGesture(scroller, {
    onCover: (from, to) => {
      if (cellAt(from)?.state === 'free') setSelection({ from, to });
    },
    onFinish: (from, to, isTap) => {
      if (isBusy) setSelection(null);
      else if (isTap) activate(from);
      else if (cellAt(from)?.state === 'free') create({ from, to });
    },
    onAbort: () => setSelection(null),
  });

  const moveTo = (place: GridPlace) => {
    setActive(place);
    scroller.current
      ?.querySelector<HTMLElement>(`[data-row="${place.row}"][data-column="${place.column}"]`)
      ?.focus();
  };
  const extend = (to: GridPlace) => {
    const from = selection?.from.column === active.column ? selection.from : active;
    const cells = cellsOf({ from, to });
    const reached = cellAt(to);
    // Selection and focus stop at a cell that is not free.
    if (!reached || to.column !== from.column || !cells.includes(reached)) return;
    setSelection({ from, to });
    moveTo(to);
    onSay(counted(cells.length * slotGridMinutes, '1 minute selected', '{count} minutes selected'));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const cell = cellAt(active);
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = moveInGrid(rows, active, event.key, isRightToLeft());
    if (next && event.shiftKey) extend(next);
    else if (next) {
      setSelection(null);
      moveTo(next);
    } else {
      const act = actOfKey(event.key, { state: cell.state, hasSelection: selection !== null });
      if (act === null) return;
      if (act === 'select') extend(active);
      if (act === 'add' && !isBusy) create(selection ?? { from: active, to: active });
      if (act === 'remove' && !isBusy) remove(cell);
      if (act === 'let-go') {
        gesture.abort();
        setSelection(null);
      }
    }
    event.preventDefault();
  };

  // After a change of week or size the active cell can be missing; Tab needs a fallback.
  const place = cellAt(active) ? active : { row: 0, column: rows[0]?.cells.findIndex(Boolean) ?? 0 };
  const selected = new Set(selection && cellsOf(selection).map((cell) => cell.startsAt.getTime()));

  useEffect(() => {
    const element = scroller.current;
    const row = element?.querySelector<HTMLElement>(`tbody tr:nth-child(${openingRow + 1})`);
    const head = element?.querySelector<HTMLElement>('thead');
    if (element && row && head) element.scrollTop = row.offsetTop - head.offsetHeight;
  }, []);

  return (
    <div
      ref={scroller}
      aria-busy={isBusy || undefined}
      className="max-h-[70dvh] overflow-y-auto overscroll-y-contain rounded-md border border-line bg-surface"
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells can be used is a grid
        role="grid"
        aria-label={t('Availability')}
        aria-multiselectable="true"
        className="w-full table-fixed border-separate border-spacing-0 touch-manipulation select-none"
      >
        <thead>
          <tr>
            <th scope="col" className="sticky top-0 z-10 w-14 border-b border-line bg-surface md:w-18">
              <span className="sr-only">{t('Time')}</span>
            </th>
            {days.map(({ day }) => (
              <DayHeading key={day} day={day} isToday={day === today} />
            ))}
          </tr>
        </thead>
        <tbody
          {...gesture.handlers}
          onKeyDown={onKeyDown}
          onFocus={(event: FocusEvent) => {
            const focused = placeOf(event.target);
            if (focused) setActive(focused);
          }}
          onClick={(event: MouseEvent) => {
            // A click without a pointer comes from assistive technology.
            const pressed = event.detail === 0 ? placeOf(event.target) : null;
            if (pressed && !isBusy) activate(pressed);
          }}
        >
          {rows.map((row, index) => {
            const column = selection?.from.column ?? -1;
            const instant = row.cells[column]?.startsAt.getTime();
            return (
              <CalendarTableRow
                key={`${row.minutes}/${row.repeat}`}
                row={row}
                index={index}
                zone={zone}
                activeColumn={index === place.row ? place.column : -1}
                selectedColumn={instant !== undefined && selected.has(instant) ? column : -1}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function DayHeading({ day, isToday }: { day: LocalDay; isToday: boolean }) {
  const date = new Date(`${day}T00:00:00Z`);
  return (
    <th
      scope="col"
      aria-current={isToday ? 'date' : undefined}
      className={classNames(
        'sticky top-0 z-10 border-b border-s border-line bg-surface px-1 py-2 text-sm leading-tight',
        isToday ? 'font-semibold text-ink' : 'font-normal text-ink-soft',
      )}
    >
      {spoken().date(date, 'shortWeekday', 'UTC')}
      <span className="block text-xs whitespace-nowrap">{spoken().date(date, 'shortDay', 'UTC')}</span>
    </th>
  );
}
