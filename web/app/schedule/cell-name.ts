import { spoken, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import type { CalendarCell, CellState } from './calendar-grid';
import { timeText } from './time-text';

const sentences = {
  // words: what a screen reader says of a quarter of an hour in the calendar
  past: word('{day}, {time}, past'),
  free: word('{day}, {time}, free'),
  available: word('{day}, {time}, available'),
  booked: word('{day}, {time}, booked'),
} satisfies Record<CellState, string>;

/** Accessible name of a cell: Thursday 4 June, 10:00, free. */
export function cellName(cell: CalendarCell, reader: { zone: string }): string {
  const name = stateName(cell, reader);
  // words: what a screen reader says of a quarter of an hour in the calendar
  return cell.isBusyElsewhere ? t('{cell}, busy elsewhere', { cell: name }) : name;
}

function stateName(cell: CalendarCell, reader: { zone: string }): string {
  const shown = timeText(cell.startsAt, reader);
  // words: the hour that a clock set back shows once more
  const time = cell.repeat > 0 ? t('{time} for the second time', { time: shown }) : shown;
  const when = { day: spoken().date(new Date(`${cell.day}T00:00:00Z`), 'spokenDay', 'UTC'), time };
  const name = cell.slot?.bookedByUser?.name;
  if (cell.state === 'available' && cell.slot?.isFromWeeklyHours)
    return t('{day}, {time}, available, from weekly hours', when);
  return cell.state === 'booked' && name
    ? t('{day}, {time}, booked by {name}', { ...when, name })
    : t(sentences[cell.state], when);
}
