import { t } from '@parlance/words/current';
import { useLayoutEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { pageTitle } from '#lib/brand';
import { returnAddressOf } from '#session/return-address';
import { useSignedIn } from '#session/signed-in';
import { draftStorage } from './draft-storage';
import { OnboardingStep } from './onboarding-step';
import { type StepId, searchOfStep, stepIds, stepToShow } from './onboarding-steps';
import { useOnboarding } from './use-onboarding';
import { WaitingScreen } from './waiting-screen';

export const meta = () => [{ title: pageTitle(t('Set up your profile')) }];

export default function Onboarding() {
  const { user } = useSignedIn();
  const { state } = useLocation();
  // Evaluated once: the description is set while the last calls of a submission are still in flight.
  const [isDone] = useState(() => user.description !== '' && !draftStorage.isUnfinished(user.userId));
  return isDone ? <Navigate to={returnAddressOf(state)} replace /> : <OnboardingFlow />;
}

/** The step is in the address, so that back and forward move between steps. */
function OnboardingFlow() {
  const controls = useOnboarding();
  const { draft, change, progress } = controls;
  const navigate = useNavigate();
  const { state, key } = useLocation();
  const [search] = useSearchParams();
  const asked = search.get('step');
  // Decided once: the step must not change while its fields are filled in.
  const [arrival] = useState(() => ({ key, step: draft.step || stepToShow('profile', draft) }));
  // A redirect to onboarding resumes at the last step, or at the first incomplete one: an admin may have removed the description.
  const isComingBack = asked === null && key === arrival.key;
  const step = stepToShow(isComingBack ? arrival.step : asked, draft);

  useLayoutEffect(() => change({ step }), [change, step]);

  if (progress) return <WaitingScreen progress={progress} />;
  if (asked !== (step === stepIds[0] ? null : step)) {
    return <Navigate to={{ search: searchOfStep(step) }} replace state={state} />;
  }
  const go = (to: StepId) => void navigate({ search: searchOfStep(to) }, { state });
  return <OnboardingStep step={step} controls={controls} onGo={go} />;
}
