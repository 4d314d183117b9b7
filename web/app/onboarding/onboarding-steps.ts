import { word } from '@parlance/words/word';
import type { Voice } from '#languages/language-chip';
import {
  hasInterests,
  hasKnownLanguage,
  hasLanguageToLearn,
  hasProfile,
  type OnboardingDraft,
} from './onboarding-draft';

/** The steps in order; the address names all but the first. */
export const stepIds = [
  'languages-to-learn',
  'known-languages',
  'study-goal',
  'interests',
  'profile',
] as const;
export type StepId = (typeof stepIds)[number];

interface Step {
  title: string;
  voice?: Voice;
  isComplete: (draft: OnboardingDraft) => boolean;
  /** The hint while the step is incomplete. */
  missing: string;
}

export const steps: Record<StepId, Step> = {
  'languages-to-learn': {
    title: word('Ok. What languages do you want to learn?'),
    voice: 'learning',
    isComplete: hasLanguageToLearn,
    missing: word('Add at least one language.'),
  },
  'known-languages': {
    title: word('And what languages do you already speak?'),
    voice: 'speaks',
    isComplete: hasKnownLanguage,
    missing: word('Add at least one language.'),
  },
  'study-goal': { title: word('What is your daily study goal?'), isComplete: () => true, missing: '' },
  interests: { title: word('Choose your interests'), isComplete: hasInterests, missing: '' },
  profile: {
    title: word('Tell others a bit about yourself'),
    isComplete: hasProfile,
    missing: word('Add a name and a few words.'),
  },
};

/** The first incomplete step. */
function furthestStep(draft: OnboardingDraft): StepId {
  return stepIds.find((id) => !steps[id].isComplete(draft)) ?? 'profile';
}

/** The step for an address, at most the first incomplete one. */
export function stepToShow(asked: string | null, draft: OnboardingDraft): StepId {
  const wanted = stepIds.find((id) => id === asked) ?? stepIds[0];
  const furthest = furthestStep(draft);
  return stepIds.indexOf(wanted) <= stepIds.indexOf(furthest) ? wanted : furthest;
}

export function stepAfter(step: StepId): StepId | null {
  return stepIds[stepIds.indexOf(step) + 1] ?? null;
}

export function stepBefore(step: StepId): StepId | null {
  return stepIds[stepIds.indexOf(step) - 1] ?? null;
}

export function searchOfStep(step: StepId): string {
  return step === stepIds[0] ? '' : `?step=${step}`;
}
