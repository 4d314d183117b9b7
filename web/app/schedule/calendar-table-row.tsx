import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { memo } from 'react';
import { classNames } from '#lib/class-names';
import { nameOf } from '#people/person-name';
import type { CalendarCell, CalendarRow } from './calendar-grid';
import { cellName } from './cell-name';
import { endOf } from './session-status';
import { slotStatuses, weeklySlot } from './slot-status-badge';
import { timeText } from './time-text';
import { isPending } from './use-own-slots';

interface CalendarTableRowProps {
  row: CalendarRow;
  index: number;
  zone: string;
  /** Column of the tabbable cell, or -1. */
  activeColumn: number;
  /** Column of the selected cell, or -1. */
  selectedColumn: number;
}

/** A row of the grid. Memoized: a growing selection changes one of 64 rows. */
export const CalendarTableRow = memo(function CalendarTableRow(props: CalendarTableRowProps) {
  const { row, index, zone, activeColumn, selectedColumn } = props;
  const isFullHour = row.minutes % 60 === 0;
  const line = isFullHour ? 'border-t border-line' : 'border-t border-dotted border-line/60';
  return (
    <tr className="h-11 md:h-6">
      <th
        scope="row"
        className={classNames(
          'w-14 pe-1 text-end align-top text-xs leading-none whitespace-nowrap font-normal text-ink-soft tabular-nums md:w-18',
          isFullHour && 'border-t border-line pt-1',
        )}
      >
        <span className={isFullHour ? undefined : 'sr-only'}>
          {/* words: the hour that a clock set back shows once more */}
          {row.repeat > 0 ? t('{time} again', { time: wallText(row.minutes) }) : wallText(row.minutes)}
        </span>
      </th>
      {row.cells.map((cell, column) =>
        cell ? (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a td of a grid is a gridcell, which can be selected
          <td
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is a day, and days do not move
            key={column}
            data-row={index}
            data-column={column}
            tabIndex={column === activeColumn ? 0 : -1}
            aria-label={cellName(cell, { zone })}
            aria-selected={column === selectedColumn}
            aria-disabled={cell.state === 'past' || undefined}
            className={classNames(
              'relative scroll-mt-14 scroll-mb-8 overflow-hidden border-s border-s-line p-0 outline-offset-[-2px] focus-visible:z-1',
              line,
              column === selectedColumn
                ? 'bg-action text-on-action'
                : cell.state === 'free'
                  ? classNames('hover:bg-sunken', cell.isBusyElsewhere && 'pattern-hatched text-ink-soft')
                  : cell.state === 'past' && !cell.slot && 'pattern-dotted bg-past-soft text-past',
            )}
          >
            {cell.slot && <SlotPart cell={cell} />}
          </td>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is a day, and days do not move
          <td key={column} className={classNames('border-s border-s-line bg-sunken', line)}>
            <span className="sr-only">{t('The clocks skip this time')}</span>
          </td>
        ),
      )}
    </tr>
  );
});

/** Part of a slot within one cell; the first part has the label. */
function SlotPart({ cell }: { cell: CalendarCell }) {
  const { slot, startsAt, state } = cell;
  if (!slot) return null;
  const isFirst = slot.startsAt.getTime() === startsAt.getTime();
  const isLast = endOf(slot).getTime() === startsAt.getTime() + 15 * 60_000;
  const { Icon, className } =
    state === 'available' && slot.isFromWeeklyHours
      ? weeklySlot
      : slotStatuses[state === 'past' ? 'past' : state === 'booked' ? 'booked' : 'free'];
  const words = slot.bookedByUser ? nameOf(slot.bookedByUser) : t(word('Available', 'a time'));
  return (
    <span
      className={classNames(
        'absolute inset-x-0.5 inset-y-0 flex items-center gap-1 px-1 text-xs leading-none font-medium',
        className,
        isFirst ? 'mt-px rounded-t-sm' : 'border-t-0',
        isLast ? 'mb-px rounded-b-sm' : 'border-b-0',
        isPending(slot) && 'opacity-60',
      )}
    >
      {isFirst && (
        <>
          {slot.clashes ? (
            <CircleAlert aria-hidden="true" className="size-3.5 shrink-0 text-danger" />
          ) : (
            <Icon aria-hidden="true" className="size-3.5 shrink-0" />
          )}
          <bdi className="truncate py-px">{words}</bdi>
        </>
      )}
    </span>
  );
}

export const wallText = (minutes: number): string => timeText(new Date(minutes * 60_000), { zone: 'UTC' });
