import { interestsMin } from '@parlance/contract/account-care';
import { counted, t } from '@parlance/words/current';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { GoalPicker } from '#account/goal-picker';
import { InterestPicker } from '#account/interest-picker';
import { languagesOfBrowser, popularLanguages } from '#languages/browser-languages';
import { voices } from '#languages/language-chip';
import { LanguageEditor } from '#languages/language-editor';
import { classNames } from '#lib/class-names';
import { BottomBar } from '#ui/bottom-bar';
import { Button } from '#ui/button';
import { Progress } from '#ui/progress';
import { type StepId, stepAfter, stepBefore, stepIds, steps } from './onboarding-steps';
import { ProfileStep } from './profile-step';
import { SignedInAs } from './signed-in-as';
import type { OnboardingControls } from './use-onboarding';

export interface OnboardingStepProps {
  step: StepId;
  controls: OnboardingControls;
  onGo: (step: StepId) => void;
}

export function OnboardingStep({ step, controls, onGo }: OnboardingStepProps) {
  const { draft, submit } = controls;
  const [isCropping, setIsCropping] = useState(false);
  const { title, voice, isComplete, missing } = steps[step];
  const number = stepIds.indexOf(step) + 1;
  const previous = stepBefore(step);
  const next = stepAfter(step);
  const isReady = isComplete(draft) && !(step === 'profile' && isCropping);
  const heading = useFocusOnChange(step);

  const goOn = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    if (next) onGo(next);
    else void submit();
  };

  return (
    <form noValidate onSubmit={goOn} className="mx-auto grid max-w-2xl gap-8">
      <Progress label={t('Your profile')} value={number} max={stepIds.length} valueText={stepWords(number)} />
      <h1 ref={heading} tabIndex={-1} className="flex items-center gap-3 text-title">
        {voice && <VoiceMark voice={voice} />}
        {t(title)}
      </h1>
      <StepFields step={step} controls={controls} onCroppingChange={setIsCropping} />
      <BottomBar className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-paper px-4 py-3 sm:-mx-6 sm:px-6">
        {previous && (
          <Button size="lg" onClick={() => onGo(previous)}>
            {t('Back')}
          </Button>
        )}
        <p className="flex-1 text-end text-sm text-ink-soft empty:hidden max-sm:order-first max-sm:basis-full">
          {isComplete(draft) ? '' : t(missing)}
        </p>
        <Button type="submit" variant="primary" size="lg" disabled={!isReady} className="ms-auto">
          {buttonWords(step, draft.interests.length)}
        </Button>
      </BottomBar>
      <SignedInAs />
    </form>
  );
}

function StepFields({
  step,
  controls,
  onCroppingChange,
}: {
  step: StepId;
  controls: OnboardingControls;
  onCroppingChange: (isCropping: boolean) => void;
}) {
  const { draft, change } = controls;
  switch (step) {
    case 'languages-to-learn':
    case 'known-languages': {
      const isLearning = step === 'languages-to-learn';
      const ownLanguages = languagesOfBrowser(navigator.languages);
      return (
        <LanguageEditor
          key={step}
          voice={isLearning ? 'learning' : 'speaks'}
          languages={draft.languages}
          onChange={(languages) => change({ languages })}
          suggestions={isLearning ? popularLanguages : [...new Set([...ownLanguages, ...popularLanguages])]}
        />
      );
    }
    case 'study-goal':
      return <GoalPicker value={draft.dailyGoal} onChange={(dailyGoal) => change({ dailyGoal })} />;
    case 'interests':
      return <InterestPicker selected={draft.interests} onChange={(interests) => change({ interests })} />;
    case 'profile':
      return <ProfileStep controls={controls} onCroppingChange={onCroppingChange} />;
  }
}

function VoiceMark({ voice }: { voice: keyof typeof voices }) {
  const { Icon, className } = voices[voice];
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'flex size-12 shrink-0 items-center justify-center rounded-full border',
        className,
      )}
    >
      <Icon className="size-6" />
    </span>
  );
}

const stepWords = (number: number) => t('Step {number} of {total}', { number, total: stepIds.length });

function buttonWords(step: StepId, interestCount: number): string {
  if (step === 'interests' && interestCount < interestsMin)
    return counted(interestCount, '1/{min} selected', '{count}/{min} selected', { min: interestsMin });
  return step === 'profile' ? t('Finish') : t('Continue');
}

/** Moves the focus to the heading of a new step. */
function useFocusOnChange(step: StepId) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    heading.current?.focus({ preventScroll: true });
  }, [step]);
  return heading;
}
