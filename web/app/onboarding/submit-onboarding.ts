import type { Calls } from '@parlance/client/http';
import type { UserLanguage } from '@parlance/contract/languages';
import { t } from '@parlance/words/current';
import { fileOfDataUrl } from '#account/picture/picture-file';
import { languageName } from '#languages/language-name';
import { planLanguageSave, saveLanguages } from '#languages/language-save';
import type { OnboardingDraft } from './onboarding-draft';

/** How far a submission is; the fraction of an upload counts. */
export interface SubmissionProgress {
  done: number;
  total: number;
  /** What is being done now. */
  doing: string;
}

export interface Submission {
  calls: Pick<
    Calls,
    'updateUser' | 'updateProfileImage' | 'createLanguage' | 'deleteLanguage' | 'listOwnLanguages'
  >;
  draft: OnboardingDraft;
  /** An earlier try has begun, so part of the profile may be stored, perhaps as it was before a change. */
  isRetry: boolean;
  /** The languages stored when the page was opened. */
  storedLanguages: UserLanguage[];
  /** Fetches the user again, which ends the onboarding. */
  refreshUser: () => Promise<void>;
  onProgress: (progress: SubmissionProgress) => void;
}

/** Stores the whole draft. Each call may be repeated, so that a second try completes what the first began. */
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
    // Without a file it takes away the picture that an earlier try may have sent.
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
