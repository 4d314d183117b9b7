import { counted, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import Copy from 'lucide-react/icons/copy';
import Repeat from 'lucide-react/icons/repeat';
import { useState } from 'react';
import { failureMessage } from '#lib/failure-message';
import { Button } from '#ui/button';
import { Field } from '#ui/field';
import { Select } from '#ui/select';
import { type CopyPlan, nextWeeks, planCopies } from './copy-weeks';
import { PublishReport } from './publish-report';
import { useBriefNotice } from './use-brief-notice';
import type { OwnSlots } from './use-own-slots';
import { usePublishRun } from './use-publish-run';
import { addDays, type LocalDay, startOfDay } from './zoned-time';

const weekChoices = [1, 2, 3, 4, 6, 8, 12];

interface RepeatWeeksProps {
  zone: string;
  /** First day of the shown week. */
  week: LocalDay;
  own: OwnSlots;
}

/** Copies the last week into this one, or this one into the following weeks. */
export function RepeatWeeks({ zone, week, own }: RepeatWeeksProps) {
  const [count, setCount] = useState(4);
  const { run, isRunning, publishPlan } = usePublishRun(own);
  const { notice, showNotice } = useBriefNotice();

  const weekSpan = (from: number, until: number) =>
    own.readSpan({
      from: new Date(startOfDay(zone, addDays(week, 7 * from))),
      until: new Date(startOfDay(zone, addDays(week, 7 * until))),
    });
  const carryOut = async (makePlan: () => Promise<CopyPlan>) => {
    let plan: CopyPlan;
    try {
      plan = await makePlan();
    } catch (error) {
      showNotice(failureMessage(error, t('Your availability could not be loaded. Nothing was lost.')));
      return;
    }
    await publishPlan(plan);
  };
  const copyLastWeek = async () => {
    const [sources, existing] = [await weekSpan(-1, 0), await weekSpan(0, 1)];
    return planCopies({ zone, sources, weeks: [1], existing, now: new Date() });
  };
  const repeat = async () => {
    const [sources, existing] = [await weekSpan(0, 1), await weekSpan(1, count + 2)];
    return planCopies({ zone, sources, weeks: nextWeeks(count), existing, now: new Date() });
  };

  return (
    <section
      aria-labelledby="repeat-weeks"
      className="grid content-start gap-4 rounded-md border border-line p-4"
    >
      <h3 id="repeat-weeks" className="text-lg">
        {t('Fill more weeks')}
      </h3>
      <div>
        <Button disabled={isRunning} onClick={() => void carryOut(copyLastWeek)}>
          <Copy aria-hidden="true" className="size-5" />
          {t('Copy last week')}
        </Button>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t('How long to repeat this week')} className="min-w-32 flex-1">
          <Select value={count} onChange={(event) => setCount(Number(event.target.value))}>
            {weekChoices.map((weeks) => (
              <option key={weeks} value={weeks}>
                {counted(weeks, '1 week', '{count} weeks')}
              </option>
            ))}
          </Select>
        </Field>
        <Button disabled={isRunning} onClick={() => void carryOut(repeat)}>
          <Repeat aria-hidden="true" className="size-5" />
          {t(word('Repeat', 'a week, on a button'))}
        </Button>
      </div>
      {notice}
      <PublishReport run={run} zone={zone} />
    </section>
  );
}
