import { ApiError } from '@parlance/contract/errors';
import type { LanguageCode } from '@parlance/contract/languages';
import { programmeMax } from '@parlance/contract/programme-limits';
import { type Programme, programmeFields } from '@parlance/contract/programmes';
import { t, translate } from '@parlance/words/current';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { failureMessage } from '#lib/failure-message';
import { refusalOf } from '#lib/refusal';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Checkbox } from '#ui/checkbox';
import { Field } from '#ui/field';
import { focusFirstProblem } from '#ui/focus-first-problem';
import { TextInput } from '#ui/text-input';
import { Textarea } from '#ui/textarea';
import { ProgrammeLanguages } from './programme-languages';
import { dayText } from './programme-words';

export type ProgrammeFields = Pick<Programme, keyof typeof programmeFields>;
type Name = keyof ProgrammeFields;

interface ProgrammeFormProps {
  first: ProgrammeFields;
  /** What students agreed to or were matched by can no longer be changed. */
  isFixed?: boolean;
  /** Students have agreed to what is erased: it can become less. */
  isAgreed?: boolean;
  submit: string;
  act: (fields: Partial<ProgrammeFields>) => Promise<unknown>;
}

const names = Object.keys(programmeFields) as Name[];
const dayNames = ['registrationEndsOn', 'termStartsOn', 'termEndsOn', 'eraseOn'] as const;
type DayName = (typeof dayNames)[number];

/** Browsers give an incomplete date as an empty one, too. */
const problemOf = (name: Name, fields: ProgrammeFields): string | null =>
  dayNames.some((day) => day === name && fields[day] === '')
    ? t('Please choose a day.')
    : refusalOf(programmeFields[name], fields[name]);

const withoutPlace: readonly string[] = ['timeZone', 'isOpen', 'erases'] satisfies Name[];

/** What the server refuses at fields that can show it, such as dates in the wrong order. */
const refusedFields = (error: unknown): Partial<Record<Name, string>> =>
  error instanceof ApiError
    ? Object.fromEntries(
        error.problems
          .filter(({ field }) => names.some((name) => name === field) && !withoutPlace.includes(field))
          .map((problem) => [problem.field, translate(problem)]),
      )
    : {};

/** The text of the consent before it is changed. */
const usualConsent = ({ office, eraseOn, erases }: ProgrammeFields): string => {
  const usual = t(
    '{office} sees your name, student number, languages, free hours, partner, and when and how long the two of you met. It never sees what you write or say. Your partner sees your profile. All of this is deleted on {date}; you can leave earlier at any time.',
    { office: office || '…', date: eraseOn ? dayText(eraseOn) : '…' },
  );
  return erases === 'accounts'
    ? `${usual} ${t('Your account is deleted on the same day, unless you keep it.')}`
    : usual;
};

/** The settings of a programme. A failure keeps all input. */
export function ProgrammeForm({ first, isFixed = false, isAgreed = false, submit, act }: ProgrammeFormProps) {
  const { signUp } = useSignedIn().staticData;
  const [draft, setDraft] = useState(() =>
    // The usual text names the day of erasure: it is updated with the date field until the text is edited.
    first.consentText === usualConsent(first) ? { ...first, consentText: '' } : first,
  );
  const [problems, setProblems] = useState<Partial<Record<Name, string | null>>>({});
  const form = useRef<HTMLFormElement>(null);
  const fields = { ...draft, consentText: draft.consentText || usualConsent(draft) };
  const save = useMutation({
    mutationFn: () => {
      const { languages: _, consentText: __, ...rest } = fields;
      return act(isFixed ? rest : fields);
    },
    onError: (error) => {
      setProblems(refusedFields(error));
      focusFirstProblem(form.current);
    },
  });
  const change = (changed: Partial<ProgrammeFields>) => {
    setDraft((present) => ({ ...present, ...changed }));
    setProblems({});
    save.reset();
  };
  const check = (): boolean => {
    const found = Object.fromEntries(names.map((name) => [name, problemOf(name, fields)]));
    setProblems(found);
    const isGood = Object.values(found).every((problem) => problem === null);
    if (!isGood) focusFirstProblem(form.current);
    return isGood;
  };
  const text = (name: 'name' | 'office' | 'officeEmail', label: string, help?: string) => (
    <Field label={label} help={help} error={problems[name]}>
      <TextInput
        dir="auto"
        value={draft[name] ?? ''}
        onChange={({ target }) =>
          change({ [name]: name === 'officeEmail' ? target.value || null : target.value })
        }
      />
    </Field>
  );
  const day = (name: DayName, label: string) => (
    <Field label={label} error={problems[name]}>
      <TextInput
        type="date"
        value={draft[name]}
        onChange={({ target }) => change({ [name]: target.value })}
      />
    </Field>
  );
  const number = (name: 'neededHours' | 'declaredPercent', label: string, max: number) => (
    <Field label={label} error={problems[name]}>
      <TextInput
        type="number"
        min={0}
        max={max}
        value={draft[name]}
        onChange={({ target }) => change({ [name]: target.valueAsNumber || 0 })}
      />
    </Field>
  );
  return (
    <form
      ref={form}
      noValidate
      className="grid max-w-3xl grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending && check()) save.mutate();
      }}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        {text('name', t('Name of the programme'))}
        {text('office', t('Office'), t('Such as the name of the language centre.'))}
        {text('officeEmail', t('Email address of the office (optional)'), t('Replies to mails go there.'))}
      </div>
      {!isFixed && (
        <ProgrammeLanguages
          codes={draft.languages}
          problem={problems.languages}
          onChange={(languages: LanguageCode[]) => change({ languages })}
        />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        {!isFixed && day('registrationEndsOn', t('Last day of registration'))}
        {!isFixed && day('termStartsOn', t('First day of the term'))}
        {day('termEndsOn', t('Last day of the term'))}
        {day('eraseOn', t('All data are erased on'))}
        {number('neededHours', t('Hours for the certificate'), programmeMax.neededHours)}
        {number('declaredPercent', t('Percent of them that may be held elsewhere'), 100)}
      </div>
      {!isFixed && (
        <Field label={t('What students agree to')} error={problems.consentText}>
          <Textarea
            rows={5}
            maxLength={programmeMax.consent}
            value={fields.consentText}
            onChange={({ target }) => change({ consentText: target.value })}
          />
        </Field>
      )}
      {!isFixed && (
        <Checkbox
          label={t('Any member can join, without an invitation')}
          checked={draft.isOpen}
          onChange={({ target }) => change({ isOpen: target.checked })}
        />
      )}
      {signUp && (!isAgreed || first.erases === 'accounts') && (
        <Checkbox
          label={t('Delete the accounts of the students as well')}
          help={t(
            'On the day of erasure. They get a mail 30 days before and can keep theirs; accounts in another programme stay.',
          )}
          checked={draft.erases === 'accounts'}
          onChange={({ target }) => change({ erases: target.checked ? 'accounts' : 'places' })}
        />
      )}
      {save.isError && Object.keys(problems).length === 0 && (
        <Banner tone="danger">{failureMessage(save.error, t('It did not work. Please try again.'))}</Banner>
      )}
      <div>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {save.isPending ? t('Saving...') : submit}
        </Button>
      </div>
    </form>
  );
}
