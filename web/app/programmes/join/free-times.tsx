import { type FreeRange, freeCellMinutes } from '@parlance/contract/programme-hours';
import { minutesOf, timeOf, type WeeklyRule } from '@parlance/contract/weekly-hours';
import { spoken, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { weekdayName, weekdaysInOrder } from '#schedule/weekly-summary';
import { Button } from '#ui/button';
import { Field } from '#ui/field';
import { Select } from '#ui/select';

const dayMinutes = 24 * 60;

const starts = Array.from({ length: dayMinutes / freeCellMinutes }, (_, cell) =>
  timeOf(cell * freeCellMinutes),
);
const ends = starts.map((time) => timeOf(minutesOf(time) + freeCellMinutes));
const momentOf = (time: string) => new Date(minutesOf(time) * 60_000);
const clock = (time: string) => spoken().date(momentOf(time), 'clock', 'UTC');

export interface FreeTimesProps {
  times: FreeRange[];
  onChange: (times: FreeRange[]) => void;
}

/** The free times of a usual week, as ranges of each weekday. */
export function FreeTimes({ times, onChange }: FreeTimesProps) {
  const place = useRef<HTMLDivElement>(null);
  const focus = (selector: string) =>
    // After React has rendered the change.
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>(selector)?.focus());
  const add = (weekday: number) => {
    const last = times.findLast((time) => time.weekday === weekday);
    const from = last ? Math.min(minutesOf(last.to), dayMinutes - freeCellMinutes) : 18 * 60;
    onChange([...times, { weekday, from: timeOf(from), to: timeOf(Math.min(from + 2 * 60, dayMinutes)) }]);
    focus(`[data-from="${weekday}-${times.filter((time) => time.weekday === weekday).length}"]`);
  };
  const remove = (index: number, weekday: number) => {
    onChange(times.toSpliced(index, 1));
    focus(`[data-add="${weekday}"]`);
  };
  return (
    <div ref={place}>
      {weekdaysInOrder().map((weekday) => {
        const day = weekdayName(weekday);
        const ofDay = times.flatMap((time, index) => (time.weekday === weekday ? [{ time, index }] : []));
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in all browsers
          <div
            key={weekday}
            role="group"
            aria-label={day}
            className="grid grid-cols-[1fr_auto] items-start gap-x-3 gap-y-2 border-t border-line py-2 sm:grid-cols-[8rem_1fr_auto]"
          >
            <p className="flex min-h-11 items-center font-medium">{day}</p>
            <ul className="grid gap-2 empty:hidden max-sm:order-1 max-sm:col-span-2">
              {ofDay.map(({ time, index }, position) => (
                <li key={index} className="flex gap-2">
                  <Field hideLabel label={t(word('From', 'a time'))} className="flex-1">
                    <Select
                      data-from={`${weekday}-${position}`}
                      value={time.from}
                      onChange={({ target }) => onChange(times.with(index, withFrom(time, target.value)))}
                    >
                      {starts.map(timeOption)}
                    </Select>
                  </Field>
                  <Field hideLabel label={t(word('To', 'a time'))} className="flex-1">
                    <Select
                      value={time.to}
                      onChange={({ target }) => onChange(times.with(index, { ...time, to: target.value }))}
                    >
                      {ends.filter((end) => end > time.from).map(timeOption)}
                    </Select>
                  </Field>
                  <Button
                    variant="quiet"
                    className="px-2"
                    aria-label={t('Remove {times} on {weekday}', {
                      times: `${clock(time.from)}–${clock(time.to)}`,
                      weekday: day,
                    })}
                    onClick={() => remove(index, weekday)}
                  >
                    <X aria-hidden="true" className="size-5" />
                  </Button>
                </li>
              ))}
            </ul>
            <Button
              data-add={weekday}
              variant="quiet"
              className="sm:col-start-3"
              aria-label={t('Add hours on {weekday}', { weekday: day })}
              onClick={() => add(weekday)}
            >
              <Plus aria-hidden="true" className="size-5" />
              {ofDay.length === 0 && t('Add hours')}
            </Button>
          </div>
        );
      })}
    </div>
  );
}

/** A start behind the end moves the end. */
const withFrom = (time: FreeRange, from: string): FreeRange => ({
  ...time,
  from,
  to: time.to > from ? time.to : timeOf(Math.min(minutesOf(from) + 60, dayMinutes)),
});

const timeOption = (time: string) => (
  <option key={time} value={time}>
    {clock(time)}
  </option>
);

/** Weekly hours as free time: only whole half hours count. */
export const freeTimesOf = (rules: readonly WeeklyRule[]): FreeRange[] =>
  rules.flatMap(({ weekday, from, to }) => {
    const start = Math.ceil(minutesOf(from) / freeCellMinutes) * freeCellMinutes;
    const end = Math.floor(minutesOf(to) / freeCellMinutes) * freeCellMinutes;
    return start < end ? [{ weekday, from: timeOf(start), to: timeOf(end) }] : [];
  });
