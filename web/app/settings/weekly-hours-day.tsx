import { slotDurations, slotGridMinutes } from '@parlance/contract/schedule';
import { minutesOf, type RuleProblem, timeOf, type WeeklyRule } from '@parlance/contract/weekly-hours';
import { counted, spoken, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { weekdayName } from '#schedule/weekly-summary';
import { Button } from '#ui/button';
import { Field } from '#ui/field';
import { Select } from '#ui/select';

const dayMinutes = 24 * 60;
const starts = Array.from({ length: dayMinutes / slotGridMinutes }, (_, index) =>
  timeOf(index * slotGridMinutes),
);
const ends = starts.map((time) => timeOf(minutesOf(time) + slotGridMinutes));

/** A rule with its place in the whole list, by which problems are found. */
export interface PlacedRule {
  rule: WeeklyRule;
  index: number;
}

interface WeeklyHoursDayProps {
  weekday: number;
  rules: PlacedRule[];
  problems: RuleProblem[];
  canAdd: boolean;
  onAdd: (weekday: number) => void;
  onChange: (index: number, rule: WeeklyRule) => void;
  onRemove: (index: number) => void;
}

/** The hours of one weekday. */
export function WeeklyHoursDay({
  weekday,
  rules,
  problems,
  canAdd,
  onAdd,
  onChange,
  onRemove,
}: WeeklyHoursDayProps) {
  const day = weekdayName(weekday);
  const place = useRef<HTMLDivElement>(null);
  const focus = (find: (controls: HTMLElement[]) => HTMLElement | undefined, selector: string) =>
    // After React has rendered the change.
    requestAnimationFrame(() => {
      find([...(place.current?.querySelectorAll<HTMLElement>(selector) ?? [])])?.focus();
    });
  const add = () => {
    onAdd(weekday);
    focus((controls) => controls.at(-1), '[data-from]');
  };
  const remove = (index: number) => {
    onRemove(index);
    focus((controls) => controls[0], '[data-add]');
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in all browsers
    <div
      ref={place}
      role="group"
      aria-label={day}
      className="grid grid-cols-[1fr_auto] items-start gap-x-3 gap-y-2 border-t border-line py-3 sm:grid-cols-[7rem_1fr_auto]"
    >
      <p className="flex min-h-11 items-center font-medium">{day}</p>
      <ul className="grid gap-3 empty:hidden max-sm:order-1 max-sm:col-span-2">
        {rules.map(({ rule, index }) => (
          <li key={index}>
            <RuleRow
              rule={rule}
              day={day}
              problem={problems.find((one) => one.index === index)}
              onChange={(changed) => onChange(index, changed)}
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ul>
      <Button
        data-add
        variant="quiet"
        className="sm:col-start-3"
        disabled={!canAdd}
        aria-label={t('Add hours on {weekday}', { weekday: day })}
        onClick={add}
      >
        <Plus aria-hidden="true" className="size-5" />
        {rules.length === 0 && t('Add hours')}
      </Button>
    </div>
  );
}

interface RuleRowProps {
  rule: WeeklyRule;
  day: string;
  problem: RuleProblem | undefined;
  onChange: (rule: WeeklyRule) => void;
  onRemove: () => void;
}

function RuleRow({ rule, day, problem, onChange, onRemove }: RuleRowProps) {
  const { from, to, duration } = rule;
  const errorOf = (field: RuleProblem['field']) => (problem?.field === field ? t(problem.message) : null);
  return (
    <div className="flex items-start gap-2">
      <div className="grid flex-1 grid-cols-2 gap-2 sm:grid-cols-3">
        <Field hideLabel label={t(word('From', 'a time'))} error={errorOf('from')}>
          <Select
            data-from
            value={from}
            onChange={(event) => onChange({ ...rule, from: event.target.value })}
          >
            {starts.map(timeOption)}
          </Select>
        </Field>
        <Field hideLabel label={t(word('To', 'a time'))} error={errorOf('to')}>
          <Select value={to} onChange={(event) => onChange({ ...rule, to: event.target.value })}>
            {ends.map(timeOption)}
          </Select>
        </Field>
        <Field hideLabel label={t('Length of a session')} className="max-sm:col-span-2">
          <Select
            value={duration}
            onChange={(event) => onChange({ ...rule, duration: Number(event.target.value) })}
          >
            {slotDurations.map((minutes) => (
              <option key={minutes} value={minutes}>
                {counted(minutes, '1 minute', '{count} minutes')}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Button
        variant="quiet"
        className="px-2"
        aria-label={t('Remove {times} on {weekday}', { times: rangeText(rule), weekday: day })}
        onClick={onRemove}
      >
        <X aria-hidden="true" className="size-5" />
      </Button>
    </div>
  );
}

const momentOf = (time: string) => new Date(minutesOf(time) * 60_000);
const rangeText = ({ from, to }: WeeklyRule) => spoken().timeRange(momentOf(from), momentOf(to), 'UTC');

const timeOption = (time: string) => (
  <option key={time} value={time}>
    {spoken().date(momentOf(time), 'clock', 'UTC')}
  </option>
);
