import {
  calendarHours,
  slotDurationDefault,
  slotDurations,
  slotGridMinutes,
} from '@parlance/contract/schedule';
import { counted, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { type FormEvent, useState } from 'react';
import { Button } from '#ui/button';
import { Field } from '#ui/field';
import { Select } from '#ui/select';
import { TextInput } from '#ui/text-input';
import { wallText } from './calendar-table-row';
import { nextWeeks, planCopies } from './copy-weeks';
import { PublishReport } from './publish-report';
import { readDay } from './shown-days';
import type { OwnSlots } from './use-own-slots';
import { usePublishRun } from './use-publish-run';
import { instantsOf, type LocalDay } from './zoned-time';

const startChoices = Array.from(
  { length: ((calendarHours.last - calendarHours.first) * 60) / slotGridMinutes },
  (_, index) => calendarHours.first * 60 + index * slotGridMinutes,
);
const weekChoices = [0, 1, 2, 3, 5, 7, 11];
const startDefault = 18 * 60;

interface SlotFormProps {
  zone: string;
  /** Initial day. */
  firstDay: LocalDay;
  own: OwnSlots;
}

/** Form for a slot, as an alternative to the grid. */
export function SlotForm({ zone, firstDay, own }: SlotFormProps) {
  const [day, setDay] = useState<string>(firstDay);
  const [minutes, setMinutes] = useState(startDefault);
  const [duration, setDuration] = useState<number>(slotDurationDefault);
  const [weeks, setWeeks] = useState(0);
  const [dayProblem, setDayProblem] = useState<string | null>(null);
  const { run, isRunning, publishPlan } = usePublishRun(own);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wantedDay = readDay(day);
    const [instant] = wantedDay ? instantsOf(zone, { day: wantedDay, minutes }) : [];
    if (instant === undefined) {
      setDayProblem(wantedDay ? t('The clocks skip this time that day.') : t('Please choose a day.'));
      return;
    }
    setDayProblem(null);
    const slot = { startsAt: new Date(instant), duration };
    // Overlaps are left to the server, which reports them for each slot.
    const repeats = planCopies({
      zone,
      sources: [slot],
      weeks: nextWeeks(weeks),
      existing: [],
      now: new Date(0),
    });
    void publishPlan({ ...repeats, create: [slot, ...repeats.create] });
  };

  return (
    <form
      noValidate
      aria-labelledby="slot-form"
      onSubmit={submit}
      className="grid content-start gap-4 rounded-md border border-line p-4"
    >
      <h3 id="slot-form" className="text-lg">
        {t('Add a slot by its time')}
      </h3>
      <div className="grid grid-cols-2 gap-3">
        <Field label={t(word('Day', 'of a slot'))} error={dayProblem} className="max-sm:col-span-2">
          <TextInput type="date" value={day} onChange={(event) => setDay(event.target.value)} required />
        </Field>
        <Field label={t(word('Start', 'of a slot'))}>
          <Select value={minutes} onChange={(event) => setMinutes(Number(event.target.value))}>
            {startChoices.map((choice) => (
              <option key={choice} value={choice}>
                {wallText(choice)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('Duration')}>
          <Select value={duration} onChange={(event) => setDuration(Number(event.target.value))}>
            {slotDurations.map((choice) => (
              <option key={choice} value={choice}>
                {counted(choice, '1 minute', '{count} minutes')}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t(word('Repeat', 'how often'))} className="max-sm:col-span-2">
          <Select value={weeks} onChange={(event) => setWeeks(Number(event.target.value))}>
            {weekChoices.map((choice) => (
              <option key={choice} value={choice}>
                {choice === 0
                  ? t('Only once')
                  : counted(choice + 1, 'Weekly, for 1 week', 'Weekly, for {count} weeks')}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <div>
        <Button type="submit" busy={isRunning}>
          {isRunning ? t('Adding...') : t('Add slot')}
        </Button>
      </div>
      <PublishReport run={run} zone={zone} />
    </form>
  );
}
