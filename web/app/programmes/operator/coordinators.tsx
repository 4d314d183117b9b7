import { email as emailSchema } from '@parlance/contract/access';
import { ApiError } from '@parlance/contract/errors';
import type { OperatedProgramme } from '@parlance/contract/programme-care';
import { t } from '@parlance/words/current';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { failureMessage } from '#lib/failure-message';
import { refusalOf } from '#lib/refusal';
import { nameOf } from '#people/person-name';
import { useAct } from '#programmes/parts/programme-queries';
import { useSignedIn } from '#session/signed-in';
import { Button } from '#ui/button';
import { Field } from '#ui/field';
import { TextInput } from '#ui/text-input';
import { showToast } from '#ui/toast';

const problemOf = (error: unknown): string =>
  error instanceof ApiError && error.is('UserNotFound')
    ? t('Nobody has an account with this address yet. Once they have signed in, you can appoint them.')
    : failureMessage(error, t('It did not work. Please try again.'));

interface CoordinatorsProps {
  programme: Omit<OperatedProgramme, 'role'>;
  /** After the creation, whose button has disappeared with its form. */
  takesFocus: boolean;
}

/** The coordinators of a programme, appointed by the address of their account. */
export function Coordinators({ programme, takesFocus }: CoordinatorsProps) {
  const { programmeId, coordinators } = programme;
  const { runtime, user } = useSignedIn();
  const { calls } = runtime;
  const act = useAct();
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus();
  }, [takesFocus]);
  const add = useMutation({
    mutationFn: () => act(calls.addCoordinator({ programmeId, email }), t('The coordinator is appointed.')),
    onSuccess: () => {
      setEmail('');
      // The operator's own navigation gains the programme.
      if (email === user.email) void runtime.session.showSaved({});
    },
    onError: (error) => setProblem(problemOf(error)),
  });
  const remove = useMutation({
    mutationFn: (userId: string) =>
      act(calls.removeCoordinator({ programmeId, userId }), t('The coordinator is removed.')),
    // The pressed button disappears with its row.
    onSuccess: () => form.current?.querySelector('input')?.focus(),
    onError: (error) =>
      showToast({ title: failureMessage(error, t('It did not work. Please try again.')), tone: 'danger' }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const refusal = refusalOf(emailSchema, email);
    setProblem(refusal);
    if (refusal === null && !add.isPending) add.mutate();
  };
  return (
    <div className="grid grid-cols-1 gap-3">
      <h3 className="font-medium">{t('Coordinators')}</h3>
      <ul className="grid">
        {coordinators.map((person) => (
          <li
            key={person.userId}
            className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line py-1"
          >
            <bdi>{nameOf(person)}</bdi>
            <Button
              variant="quiet"
              aria-label={t('Remove {name}', { name: nameOf(person) })}
              busy={remove.isPending && remove.variables === person.userId}
              onClick={() => remove.mutate(person.userId)}
            >
              {t('Remove')}
            </Button>
          </li>
        ))}
      </ul>
      <form ref={form} noValidate onSubmit={submit}>
        <Field label={t('Email address of their account')} error={problem}>
          {/* The button stays beside the input when an error appears below. */}
          <div className="flex flex-wrap gap-3">
            <TextInput
              type="email"
              dir="ltr"
              className="min-w-0 flex-1 basis-64"
              value={email}
              onChange={({ target }) => {
                setEmail(target.value);
                setProblem(null);
              }}
            />
            <Button type="submit" busy={add.isPending}>
              {t('Appoint')}
            </Button>
          </div>
        </Field>
      </form>
    </div>
  );
}
