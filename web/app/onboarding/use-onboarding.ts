import { t } from '@parlance/words/current';
import { useCallback, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { failureMessage } from '#lib/failure-message';
import { useSignedIn } from '#session/signed-in';
import { draftStorage } from './draft-storage';
import { isDraft, newDraft, type OnboardingDraft } from './onboarding-draft';
import { searchOfStep } from './onboarding-steps';
import { type SubmissionProgress, submitOnboarding } from './submit-onboarding';

export interface OnboardingControls {
  draft: OnboardingDraft;
  change: (change: Partial<OnboardingDraft>) => void;
  /** Set while the profile is being stored. */
  progress: SubmissionProgress | null;
  problem: string | null;
  submit: () => Promise<void>;
}

/** The member's draft in this tab, persisted over reloads, and its submission. */
export function useOnboarding(): OnboardingControls {
  const { user, profile, runtime } = useSignedIn();
  const { calls, session } = runtime;
  const { userId } = user;
  const navigate = useNavigate();
  const { state } = useLocation();
  const storedLanguages = profile?.languages ?? [];
  const [draft, setDraft] = useState(
    () => draftStorage.read(userId, isDraft) ?? newDraft(user, storedLanguages),
  );
  const [progress, setProgress] = useState<SubmissionProgress | null>(null);
  const [problem, setProblem] = useState(() =>
    draftStorage.isUnfinished(userId) ? t('Saving was interrupted.') : null,
  );

  const change = useCallback(
    (part: Partial<OnboardingDraft>) => setDraft((present) => ({ ...present, ...part })),
    [],
  );

  // A layout effect, so that the draft is stored before it is painted and survives an immediate reload.
  useLayoutEffect(() => draftStorage.write(userId, draft), [userId, draft]);

  const submit = async () => {
    const isRetry = draftStorage.isUnfinished(userId);
    // The first call already sets the description, which the guards use to recognise a complete profile.
    draftStorage.markUnfinished(userId);
    setProblem(null);
    setProgress({ done: 0, total: 1, doing: '' });
    try {
      const refreshUser = () => session.updateUser();
      await submitOnboarding({
        calls,
        draft,
        isRetry,
        storedLanguages,
        refreshUser,
        onProgress: setProgress,
      });
      draftStorage.clear();
      await navigate('/onboarding-complete', { replace: true, state });
    } catch (error) {
      setProblem(failureMessage(error, t('Something went wrong on this page.')));
      setProgress(null);
      await navigate({ search: searchOfStep('profile') }, { replace: true, state });
    }
  };

  return { draft, change, progress, problem, submit };
}
