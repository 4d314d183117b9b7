import { spoken } from '@parlance/words/current';
import type { CalendarCell, CellState } from './calendar-grid';
import { timeText } from './time-text';

const stateWords: Record<CellState, string> = {
  past: 'past',
  free: 'free',
  available: 'available',
  booked: 'booked',
};

/** What a screen reader says of a cell: Thursday 4 June, 10:00, free. */
export function cellName(cell: CalendarCell, reader: { zone: string }): string {
  const day = spoken().date(new Date(`${cell.day}T00:00:00Z`), 'spokenDay', 'UTC');
  const time = timeText(cell.startsAt, reader);
  const second = cell.repeat > 0 ? ' for the second time' : '';
  const booker = cell.slot?.bookedByUser?.name;
  const state = cell.state === 'booked' && booker ? `booked by ${booker}` : stateWords[cell.state];
  return `${day}, ${time}${second}, ${state}`;
}
