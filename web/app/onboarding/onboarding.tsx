import { useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { returnAddressOf } from '#session/guards/return-address';
import { useSignedIn } from '#session/signed-in';
import { pageTitle } from '#shell/brand';
import { draftStorage } from './draft-storage';
import { OnboardingStep } from './onboarding-step';
import { furthestStep, type StepId, searchOfStep, stepToShow } from './onboarding-steps';
import { useOnboarding } from './use-onboarding';
import { WaitingScreen } from './waiting-screen';

export const meta = () => [{ title: pageTitle('Set up your profile') }];

export default function Onboarding() {
  const { user } = useSignedIn();
  const { state } = useLocation();
  // Decided on arrival: the description appears while the last calls of a submission are still under way.
  const [isDone] = useState(() => user.description !== '' && !draftStorage.isUnfinished(user.userId));
  return isDone ? <Navigate to={returnAddressOf(state)} replace /> : <OnboardingFlow />;
}

/** The step that the address names, so that the browser's back and forward move between steps. */
function OnboardingFlow() {
  const controls = useOnboarding();
  const { draft, progress } = controls;
  const navigate = useNavigate();
  const { state } = useLocation();
  const [search] = useSearchParams();
  const asked = search.get('step');

  if (progress) return <WaitingScreen progress={progress} />;
  if (asked === null) {
    // Who comes back goes on where something is missing.
    return <Navigate to={{ search: searchOfStep(furthestStep(draft)) }} replace state={state} />;
  }
  const go = (step: StepId) => void navigate({ search: searchOfStep(step) }, { state });
  return <OnboardingStep step={stepToShow(asked, draft)} controls={controls} onGo={go} />;
}
