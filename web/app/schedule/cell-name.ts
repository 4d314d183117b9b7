import type { CalendarCell, CellState } from './calendar-grid';
import { timeText } from './time-text';

const stateWords: Record<CellState, string> = {
  past: 'past',
  free: 'free',
  available: 'available',
  booked: 'booked',
};

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

/** What a screen reader says of a cell: Thursday 4 June, 10:00, free. */
export function cellName(cell: CalendarCell, reader: { zone: string; locale?: string | undefined }): string {
  const day = dayFormat.format(new Date(`${cell.day}T00:00:00Z`));
  const time = timeText(cell.startsAt, reader);
  const second = cell.repeat > 0 ? ' for the second time' : '';
  const booker = cell.slot?.bookedByUser?.name;
  const state = cell.state === 'booked' && booker ? `booked by ${booker}` : stateWords[cell.state];
  return `${day}, ${time}${second}, ${state}`;
}
