import { declaredHours } from '@parlance/contract/programme-limits';
import type { ProgrammeView } from '@parlance/contract/programme-place';
import type { HoursTotal, ProgrammeHours } from '@parlance/contract/programmes';
import { spoken, t } from '@parlance/words/current';
import { useState } from 'react';
import { languageTitle } from '#languages/language-name';
import { Empty, Part } from '#programmes/parts/page-frame';
import { useAct } from '#programmes/parts/programme-queries';
import { dayText, hoursText, todayOf } from '#programmes/parts/programme-words';
import { useSignedIn } from '#session/signed-in';
import { Badge } from '#ui/badge';
import { Button } from '#ui/button';
import { Field } from '#ui/field';
import { FormDialog } from '#ui/form-dialog';
import { Progress } from '#ui/progress';
import { Select } from '#ui/select';
import { TextInput } from '#ui/text-input';

const stepMinutes = 15;
const lengths = Array.from(
  { length: declaredHours.maxMinutes / stepMinutes },
  (_, step) => (step + 1) * stepMinutes,
);

/** The hours of the student, by language and one by one. */
export function HoursPart({ view, hours }: { view: ProgrammeView; hours: HoursTotal }) {
  const { programme, partners, entries } = view;
  const { countedMinutes, neededMinutes } = hours;
  const canDeclare = programme.state === 'running' && partners.length > 0 && programme.declaredPercent > 0;
  return (
    <Part title={t('Hours')} action={canDeclare && <DeclareHours view={view} />}>
      <Progress
        label={t('Counted hours')}
        value={countedMinutes}
        max={neededMinutes}
        valueText={t('{hours} of {needed}', {
          hours: hoursText(countedMinutes),
          needed: hoursText(neededMinutes),
        })}
      />
      <ul className="flex flex-wrap gap-x-6 gap-y-1 empty:hidden">
        {hours.languages.map(({ languageCode, minutes }) => (
          <li key={languageCode}>{languageHours(languageCode, minutes)}</li>
        ))}
      </ul>
      {entries.length === 0 && programme.state === 'running' && (
        <Empty>{t('Hours appear here by themselves after each session with your partner.')}</Empty>
      )}
      <ul className="grid empty:hidden">
        {entries.map((entry) => (
          <li
            key={entry.hoursId}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2"
          >
            <span className="font-medium">{dayText(entry.day)}</span>
            <span className="text-ink-soft">{entryText(entry)}</span>
            {entry.source === 'declared' && (
              <Badge tone={entry.confirmedAt ? 'positive' : 'neutral'}>
                {entry.confirmedAt ? t('Elsewhere, confirmed') : t('Waits for your partner')}
              </Badge>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

const languageHours = (code: string, minutes: number): string =>
  // words: a language and a length of time, such as Spanish: 8 h 30
  t('{language}: {hours}', { language: languageTitle(code), hours: hoursText(minutes) });

export const entryText = ({ languages }: ProgrammeHours): string =>
  spoken().list(languages.map(({ languageCode, minutes }) => languageHours(languageCode, minutes)));

function DeclareHours({ view: { programme, partners } }: { view: ProgrammeView }) {
  const { programmeId, declaredPercent, termStartsOn } = programme;
  const { calls } = useSignedIn().runtime;
  const act = useAct();
  const codes = [...new Set(partners.flatMap(({ learns, teaches }) => [learns, teaches]))];
  const today = todayOf(programme);
  const [isOpen, setOpen] = useState(false);
  const [day, setDay] = useState(today);
  const [minutes, setMinutes] = useState(60);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isWrongDay, setWrongDay] = useState(false);
  const languageCode = codes.find((code) => code === chosen) ?? codes[0];
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('Add hours elsewhere')}</Button>
      <FormDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('Add hours elsewhere')}
        description={t(
          'For sessions that were not held here. Your partner confirms them within 14 days; they count for at most {percent}% of the hours.',
          { percent: spoken().number(declaredPercent) },
        )}
        submit={t('Add the hours')}
        submitting={t('Saving...')}
        check={() => {
          const isWrong = !(day >= termStartsOn && day <= today);
          setWrongDay(isWrong);
          return !isWrong;
        }}
        act={async () => {
          if (languageCode)
            await act(
              calls.declareHours({ programmeId, day, minutes, languageCode }),
              t('Your partner is asked to confirm.'),
            );
        }}
      >
        <Field
          label={t('Day')}
          error={isWrongDay ? t('Choose a day between the start of the term and today.') : null}
        >
          <TextInput
            type="date"
            min={termStartsOn}
            max={today}
            value={day}
            onChange={({ target }) => {
              setDay(target.value);
              setWrongDay(false);
            }}
          />
        </Field>
        <Field label={t('How long?')}>
          <Select value={minutes} onChange={({ target }) => setMinutes(Number(target.value))}>
            {lengths.map((length) => (
              <option key={length} value={length}>
                {hoursText(length)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('In which language?')}>
          <Select value={languageCode} onChange={({ target }) => setChosen(target.value)}>
            {codes.map((code) => (
              <option key={code} value={code}>
                {languageTitle(code)}
              </option>
            ))}
          </Select>
        </Field>
      </FormDialog>
    </>
  );
}
