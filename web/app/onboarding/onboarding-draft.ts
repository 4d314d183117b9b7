import { type DailyGoal, dailyGoal, type User } from '@parlance/contract/account';
import { interestChoice, personDescription, personName } from '@parlance/contract/account-care';
import { type UserLanguage, userLanguage } from '@parlance/contract/languages';
import { isOnWire } from '@parlance/contract/wire';
import { isOfVoice } from '#languages/language-list';

export interface OnboardingDraft {
  /** The last displayed step, at which an address without a step resumes. */
  step: string;
  /** Learned and known languages in one list, so that none can be both. */
  languages: UserLanguage[];
  dailyGoal: DailyGoal;
  interests: string[];
  name: string;
  description: string;
  /** The cropped picture as a data URL. */
  profileImage: string | null;
}

type StoredUser = Pick<User, 'dailyGoal' | 'interests' | 'name' | 'description'>;

/** A draft that starts from the stored data. */
export function newDraft(user: StoredUser, languages: UserLanguage[]): OnboardingDraft {
  const { interests, name, description } = user;
  return { step: '', languages, dailyGoal: user.dailyGoal, interests, name, description, profileImage: null };
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Whether a stored value is a draft of this version. */
export function isDraft(value: unknown): value is OnboardingDraft {
  const draft: Record<keyof OnboardingDraft, unknown> = Object(value);
  return (
    isText(draft.step) &&
    Array.isArray(draft.languages) &&
    draft.languages.every((language) => isOnWire(userLanguage, language)) &&
    isOnWire(dailyGoal, draft.dailyGoal) &&
    Array.isArray(draft.interests) &&
    draft.interests.every(isText) &&
    isText(draft.name) &&
    isText(draft.description) &&
    isText(draft.profileImage ?? '')
  );
}

export const hasLanguageToLearn = ({ languages }: OnboardingDraft): boolean =>
  languages.some((language) => isOfVoice(language, 'learning'));

export const hasKnownLanguage = ({ languages }: OnboardingDraft): boolean =>
  languages.some((language) => isOfVoice(language, 'speaks'));

export const hasInterests = ({ interests }: OnboardingDraft): boolean => isOnWire(interestChoice, interests);

export const hasProfile = ({ name, description }: OnboardingDraft): boolean =>
  isOnWire(personName, name) && isOnWire(personDescription, description);
