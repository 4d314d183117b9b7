import type { Calls } from '@parlance/client/http';
import type { UserLanguage } from '@parlance/contract/languages';
import { t } from '@parlance/words/current';
import { fileOfDataUrl } from '#account/picture/picture-file';
import { languageName } from '#languages/language-name';
import { planLanguageSave, saveLanguages } from '#languages/language-save';
import type { OnboardingDraft } from './onboarding-draft';

/** Progress of a submission, including the fraction of an upload. */
export interface SubmissionProgress {
  done: number;
  total: number;
  /** The present action. */
  doing: string;
}

export interface Submission {
  calls: Pick<
    Calls,
    'updateUser' | 'updateProfileImage' | 'createLanguage' | 'deleteLanguage' | 'listOwnLanguages'
  >;
  draft: OnboardingDraft;
  /** An earlier attempt may have stored part of the profile, possibly with older values. */
  isRetry: boolean;
  storedLanguages: UserLanguage[];
  /** Refetches the user, which ends the onboarding. */
  refreshUser: () => Promise<void>;
  onProgress: (progress: SubmissionProgress) => void;
}

/** Stores the whole draft. Every call is idempotent, so a retry completes a partial submission. */
export async function submitOnboarding(submission: Submission): Promise<void> {
  const { calls, draft, isRetry, refreshUser } = submission;
  const { dailyGoal, description, interests, name, profileImage } = draft;
  const stored = isRetry ? (await calls.listOwnLanguages()).languages : submission.storedLanguages;
  const plan = planLanguageSave(stored, draft.languages);
  const sendsPicture = profileImage !== null || isRetry;

  const total = 1 + (sendsPicture ? 1 : 0) + plan.upserts.length + 1;
  let done = 0;
  const report = (doing: string, fraction = 0) =>
    submission.onProgress({ done: done + fraction, total, doing });

  report(t('Saving your profile'));
  await calls.updateUser({ dailyGoal, description, interests, name });
  done += 1;

  if (sendsPicture) {
    const doing = profileImage ? t('Uploading your picture') : t('Saving your profile');
    report(doing);
    // Without a file it removes a picture that an earlier attempt may have uploaded.
    await calls.updateProfileImage(profileImage ? { image: fileOfDataUrl(profileImage) } : {}, {
      onProgress: (fraction) => report(doing, fraction),
    });
    done += 1;
  }

  let written = 0;
  const reportLanguage = () => {
    const next = plan.upserts[written];
    report(next ? t('Adding {language}', { language: languageName(next.languageCode) }) : t('Almost there'));
  };
  reportLanguage();
  await saveLanguages(calls, plan, {
    onWritten: () => {
      written += 1;
      done += 1;
      reportLanguage();
    },
    onDeletionFailed: (error) => reportError(error),
  });

  await refreshUser();
  done = total;
  // words: the profile is stored
  report(t('Done'));
}
