import {
  type WeeklyHours as Hours,
  minutesOf,
  type RuleProblem,
  ruleProblems,
  timeOf,
  type WeeklyRule,
  weeklyHoursMax,
} from '@parlance/contract/weekly-hours';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { readAgain } from '#lib/read-again';
import { scheduleKey, weeklyHoursQuery } from '#schedule/schedule-queries';
import { zoneName } from '#schedule/time-text';
import { viewerZone } from '#schedule/viewer-zone';
import { weekdaysInOrder, weeklySummary } from '#schedule/weekly-summary';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { focusFirstProblem } from '#ui/focus-first-problem';
import { Skeleton } from '#ui/skeleton';
import { optionPlace, optionTexts } from './options/option-texts';
import { useSaving } from './section/use-saving';
import { WeeklyHoursDay } from './weekly-hours-day';
import { WeeklyHoursLimits } from './weekly-hours-limits';

const words = { success: word('Weekly hours saved'), failure: word('The weekly hours could not be saved') };
const firstRule = { from: '18:00', to: '20:00', duration: 30 };
const dayMinutes = 24 * 60;

/** A rule for a weekday: like the last one, after the hours of that day where there is room. */
function nextRule(rules: readonly WeeklyRule[], weekday: number): WeeklyRule {
  const last = rules.findLast((rule) => rule.weekday === weekday);
  if (!last) return { ...(rules.at(-1) ?? firstRule), weekday };
  const end = minutesOf(last.to);
  const from = Math.min(end, dayMinutes - last.duration);
  return {
    weekday,
    from: timeOf(from),
    to: timeOf(Math.min(from + 120, dayMinutes)),
    duration: last.duration,
  };
}

/** Editor of the weekly hours. A draft is kept until it is saved or discarded, also while another section is shown. */
export function WeeklyHours() {
  const { runtime, user } = useSignedIn();
  const cache = useQueryClient();
  const query = weeklyHoursQuery(runtime.calls, user.userId);
  const { data, isError, refetch } = useQuery(query);
  const [draft, setDraft] = useState<Hours | null>(null);
  const [problems, setProblems] = useState<RuleProblem[]>([]);
  const { saving, save } = useSaving(words);
  const form = useRef<HTMLFormElement>(null);
  const here = viewerZone();
  // Before anything is set the hours are in the zone of this device.
  const stored = data && data.rules.length === 0 ? { ...data, timeZone: here } : data;
  const hours = draft ?? stored;

  const change = (changed: Partial<Hours>) => {
    setProblems([]);
    setDraft((present) => ({ ...((present ?? stored) as Hours), ...changed }));
  };
  const setRules = (edit: (rules: WeeklyRule[]) => WeeklyRule[]) => {
    setProblems([]);
    setDraft((present) => {
      const from = (present ?? stored) as Hours;
      return { ...from, rules: edit([...from.rules]) };
    });
  };
  const discard = () => {
    setProblems([]);
    setDraft(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!draft || saving) return;
    const found = ruleProblems(draft.rules);
    setProblems(found);
    if (found.length > 0) {
      focusFirstProblem(form.current);
      return;
    }
    const { isFull: _, ...wanted } = draft;
    void save(async () => {
      const saved = await runtime.calls.setWeeklyHours(wanted);
      cache.setQueryData(query.queryKey, saved);
      // What was changed while saving stays.
      setDraft((present) => (present === draft ? null : present));
      void readAgain(cache, scheduleKey);
    });
  };

  return (
    <form
      ref={form}
      noValidate
      aria-labelledby="weekly-hours"
      {...optionPlace('weekly-hours-form')}
      onSubmit={submit}
      className="grid gap-4 rounded-md border border-line p-4"
    >
      <div className="grid max-w-reading gap-1">
        <h3 id="weekly-hours" className="text-lg">
          {t(optionTexts['weekly-hours-form'].label)}
        </h3>
        <p className="text-ink-soft">{t(optionTexts['weekly-hours-form'].effect)}</p>
      </div>
      {isError && !hours && (
        <Banner tone="danger" action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}>
          {t('Your weekly hours could not be loaded. Nothing was lost.')}
        </Banner>
      )}
      {!hours && !isError && <Skeleton className="h-80" />}
      {hours && (
        <>
          <div>
            {weekdaysInOrder().map((weekday) => (
              <WeeklyHoursDay
                key={weekday}
                weekday={weekday}
                rules={hours.rules.flatMap((rule, index) =>
                  rule.weekday === weekday ? [{ rule, index }] : [],
                )}
                problems={problems}
                canAdd={hours.rules.length < weeklyHoursMax.rules}
                onAdd={(day) => setRules((rules) => [...rules, nextRule(rules, day)])}
                onChange={(index, rule) => setRules((rules) => rules.with(index, rule))}
                onRemove={(index) => setRules((rules) => rules.toSpliced(index, 1))}
              />
            ))}
          </div>
          <WeeklyHoursLimits hours={hours} onChange={change} />
          <Summary
            hours={hours}
            here={here}
            isChanged={draft !== null}
            onZone={() => change({ timeZone: here })}
          />
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" variant="primary" busy={saving} disabled={!draft}>
              {saving ? t('Saving...') : t('Save weekly hours')}
            </Button>
            {draft && !saving && (
              <Button variant="quiet" onClick={discard}>
                {t('Discard changes')}
              </Button>
            )}
          </div>
        </>
      )}
    </form>
  );
}

interface SummaryProps {
  hours: Hours;
  here: string;
  isChanged: boolean;
  onZone: () => void;
}

/** What will be offered, announced as it changes. */
function Summary({ hours, here, isChanged, onZone }: SummaryProps) {
  const now = new Date();
  const isHere = hours.timeZone === here;
  const sentences = weeklySummary(hours.rules, isHere ? null : zoneName(hours.timeZone, now));
  return (
    <div className="grid gap-2">
      {/* A live region that is there from the start would be read when the settings open. */}
      <div aria-live={isChanged ? 'polite' : undefined} className="grid gap-1 rounded-md bg-sunken p-3">
        {sentences.length === 0 ? (
          <p className="text-ink-soft">{t('No weekly hours yet.')}</p>
        ) : (
          sentences.map((sentence) => (
            <p key={sentence} className="font-medium">
              {sentence}
            </p>
          ))
        )}
      </div>
      {!isHere && (
        <div className="flex flex-wrap items-center gap-3">
          <p>{t('These hours are in another time zone than this device.')}</p>
          <Button onClick={onZone}>{t('Use {zone}', { zone: zoneName(here, now) })}</Button>
        </div>
      )}
      {hours.isFull && (
        <p className="text-ink-soft">
          {t('You have the maximum number of future slots. Later ones are added as earlier ones pass.')}
        </p>
      )}
    </div>
  );
}
