import { programmeMax } from '@parlance/contract/programme-limits';
import type { ProgrammeView } from '@parlance/contract/programme-place';
import { t } from '@parlance/words/current';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { failureMessage } from '#lib/failure-message';
import { useAct } from '#programmes/parts/programme-queries';
import { zoneName } from '#schedule/time-text';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Checkbox } from '#ui/checkbox';
import { Field } from '#ui/field';
import { TextInput } from '#ui/text-input';
import { type Draft, type DraftProblems, problemsOf } from './draft';
import { FormPart } from './form-part';
import { FreeTimes } from './free-times';
import { LanguageRows } from './language-rows';
import { Wishes } from './wishes';

interface JoinFormProps {
  view: ProgrammeView;
  invitation: string | undefined;
  first: Draft;
}

/** The form of a place. All input stays after a failure, also when the consent text has changed meanwhile. */
export function JoinForm({ view: { programme, place }, invitation, first }: JoinFormProps) {
  const { programmeId, consentVersion } = programme;
  const { calls, session } = useSignedIn().runtime;
  const act = useAct();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(first);
  const [problems, setProblems] = useState<DraftProblems>({});
  const [consentedTo, setConsentedTo] = useState(place?.consentVersion ?? null);
  const hasConsented = consentedTo === consentVersion;
  const change = (changed: Partial<Draft>) => {
    setDraft((present) => ({ ...present, ...changed }));
    setProblems({});
  };
  const join = useMutation({
    mutationFn: () =>
      act(
        calls.joinProgramme({ programmeId, ...draft, consentVersion, invitation }),
        place
          ? t('Your place is changed.')
          : t('You have joined {programme}.', { programme: programme.name }),
      ),
    onSuccess: () => {
      // The navigation gains the programme.
      void session.showSaved({});
      return navigate(`/programmes/${programmeId}`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf(draft, hasConsented);
    setProblems(found);
    if (Object.keys(found).length === 0) return join.mutate();
    // After React has rendered the problems.
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[data-problem] :is(select, input, button)')?.focus(),
    );
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid grid-cols-1 gap-8">
      <FormPart title={t('I speak')} problem={problems.offers}>
        <LanguageRows
          voice="speaks"
          offered={programme.languages}
          draft={draft}
          max={programmeMax.offers}
          onChange={change}
        />
      </FormPart>
      <FormPart
        title={t('I want to learn')}
        help={t('The first language is your first choice.')}
        problem={problems.seeks}
      >
        <LanguageRows
          voice="learning"
          offered={programme.languages}
          draft={draft}
          max={programmeMax.seeks}
          onChange={change}
        />
      </FormPart>
      <FormPart
        title={t('When are you free?')}
        help={t('In a usual week of the term, by the clock of {zone}. More times find more partners.', {
          zone: zoneName(draft.timeZone, new Date()),
        })}
        problem={problems.freeHours}
      >
        <FreeTimes times={draft.freeHours} onChange={(freeHours) => change({ freeHours })} />
      </FormPart>
      <Wishes draft={draft} problem={problems.gender} onChange={change} />
      <FormPart title={t('Your studies')}>
        <Field label={t('Student number (optional)')}>
          <TextInput
            maxLength={programmeMax.studentNumber}
            value={draft.studentNumber ?? ''}
            onChange={({ target }) => change({ studentNumber: target.value || null })}
          />
        </Field>
        <div>
          <Checkbox
            label={t('I need credits for this')}
            checked={draft.needsCredits}
            onChange={({ target }) => change({ needsCredits: target.checked })}
          />
          <Checkbox
            label={t('Take a second partner if needed')}
            help={t('So that fewer students stay without one.')}
            checked={draft.partnersMax > 1}
            onChange={({ target }) => change({ partnersMax: target.checked ? programmeMax.partners : 1 })}
          />
        </div>
      </FormPart>
      <FormPart title={t('What the office sees')} problem={problems.consent}>
        <p id="consent-text" dir="auto" className="max-w-reading text-page-start whitespace-pre-line">
          {programme.consentText}
        </p>
        <Checkbox
          label={t('I have read this and agree.')}
          // On the way by Tab the text above it is not read.
          aria-describedby="consent-text"
          checked={hasConsented}
          onChange={({ target }) => {
            setConsentedTo(target.checked ? consentVersion : null);
            setProblems({});
          }}
        />
      </FormPart>
      {join.isError && (
        <Banner tone="danger">{failureMessage(join.error, t('It did not work. Please try again.'))}</Banner>
      )}
      <div>
        <Button type="submit" variant="primary" size="lg" busy={join.isPending}>
          {join.isPending ? t('Saving...') : place ? t('Save') : t('Join')}
        </Button>
      </div>
    </form>
  );
}
