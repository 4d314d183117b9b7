import type { Programme, ProgrammeState } from '@parlance/contract/programmes';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { overviewQuery, useAct } from '#programmes/parts/programme-queries';
import { dayText, todayOf } from '#programmes/parts/programme-words';
import { useSignedIn } from '#session/signed-in';
import { Button } from '#ui/button';
import { FormDialog } from '#ui/form-dialog';
import { LinkButton } from '#ui/link-button';

interface Step {
  to: ProgrammeState;
  label: string;
  effect: string;
}

const joinEffect = word('Students can join from now on, until the last day of registration.');

/** Publication and the dates make the other transitions. */
const steps: Partial<Record<ProgrammeState, Step>> = {
  draft: { to: 'registration', label: word('Open registration'), effect: joinEffect },
  registration: {
    to: 'matching',
    label: word('Close registration'),
    effect: word('From now on students join only with an invitation link. You can open registration again.'),
  },
  matching: { to: 'registration', label: word('Open registration again'), effect: joinEffect },
};

/** What happens next in the programme, and the act that leads there. */
export function NextStep({ programme }: { programme: Programme }) {
  const { programmeId, state, registrationEndsOn } = programme;
  const { calls } = useSignedIn().runtime;
  const act = useAct();
  const [isOpen, setOpen] = useState(false);
  // After the last day the server closes a registration that was opened within a minute.
  const isRegistrationOver = todayOf(programme) > registrationEndsOn;
  const { data: numbers } = useQuery(overviewQuery(calls, programmeId));
  const isMatched =
    (state === 'published' || state === 'running') && numbers?.waiting === 0 && numbers.paired > 0;
  const step = isRegistrationOver && state !== 'registration' ? undefined : steps[state];
  return (
    <section className="grid justify-items-start gap-4 rounded-lg border border-line bg-surface p-4 sm:p-6">
      <h2 className="text-xl">{t('Next step')}</h2>
      <p role="status" className="max-w-reading">
        {isMatched ? matchedText(programme) : nextText(programme, isRegistrationOver)}
      </p>
      <div className="flex flex-wrap gap-3">
        {state === 'registration' && (
          <LinkButton variant="primary" to={`/programmes/${programmeId}/coordinate/students`}>
            {t('Invite students')}
          </LinkButton>
        )}
        {!isMatched && (state === 'matching' || state === 'published' || state === 'running') && (
          <LinkButton
            variant={state === 'published' ? 'secondary' : 'primary'}
            to={`/programmes/${programmeId}/coordinate/matching`}
          >
            {t('Choose partners')}
          </LinkButton>
        )}
        {state === 'matching' && isRegistrationOver && (
          <LinkButton to={`/programmes/${programmeId}/coordinate/students`}>
            {t('Invite students')}
          </LinkButton>
        )}
        {step && (
          <Button variant={state === 'draft' ? 'primary' : 'secondary'} onClick={() => setOpen(true)}>
            {t(step.label)}
          </Button>
        )}
      </div>
      {step && (
        <FormDialog
          open={isOpen}
          onClose={() => setOpen(false)}
          title={t(step.label)}
          description={t(step.effect)}
          submit={t(step.label)}
          submitting={t('Saving...')}
          act={() => act(calls.setProgrammeState({ programmeId, state: step.to }))}
        />
      )}
    </section>
  );
}

/** No student waits, so no round is needed. */
const matchedText = ({ state, termStartsOn, termEndsOn }: Programme): string =>
  state === 'published'
    ? t('Every student has a partner. The term begins on {date}.', { date: dayText(termStartsOn) })
    : t('Every student has a partner. The term ends on {date}.', { date: dayText(termEndsOn) });

function nextText(
  { state, registrationEndsOn, termStartsOn, termEndsOn, eraseOn }: Programme,
  isRegistrationOver: boolean,
): string {
  const texts: Record<ProgrammeState, () => string> = {
    draft: () =>
      isRegistrationOver
        ? t('The last day of registration is over. Choose a later one below, then open registration.')
        : t('Check the settings below, then open registration.'),
    registration: () =>
      t('Students join until {date}. Send them an invitation link.', { date: dayText(registrationEndsOn) }),
    matching: () =>
      t(
        'Try a round, look at the pairs, and publish them. Until then students see nothing. Who has an invitation link can still join.',
      ),
    published: () =>
      t(
        'Students have their partners. The term begins on {date}. Students without a partner can take part in a further round.',
        { date: dayText(termStartsOn) },
      ),
    running: () =>
      t('The term ends on {date}. Students without a partner can take part in a further round.', {
        date: dayText(termEndsOn),
      }),
    closed: () =>
      t('Students can get their certificates. Everything is erased on {date}.', { date: dayText(eraseOn) }),
    erased: () => t('This programme is over and its data are deleted.'),
  };
  return texts[state]();
}
