import type { OnboardingDraft } from './onboarding-draft';
import { isUnfinished, unfinishedKey } from './unfinished-mark';

type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const draftKey = 'parlance-onboarding-draft';

/**
 * Stores a draft in this tab for the signed-in member: it survives a reload, and is removed with the tab, on sign-out and at the end of
 * the onboarding.
 */
export function createDraftStorage(storage: KeyValueStorage) {
  return {
    read(userId: string, isDraft: (kept: unknown) => kept is OnboardingDraft): OnboardingDraft | null {
      try {
        const kept = JSON.parse(storage.getItem(draftKey) ?? '{}');
        return kept.userId === userId && isDraft(kept.draft) ? kept.draft : null;
      } catch {
        return null;
      }
    },
    write(userId: string, draft: OnboardingDraft): void {
      try {
        storage.setItem(draftKey, JSON.stringify({ userId, draft }));
      } catch {
        // Storage is full or forbidden: the page still works, only a reload would lose what was entered.
      }
    },
    /** Marks that the profile may be stored only partially. */
    markUnfinished(userId: string): void {
      try {
        storage.setItem(unfinishedKey, userId);
      } catch {
        // As above.
      }
    },
    isUnfinished: (userId: string): boolean => isUnfinished(userId, (key) => storage.getItem(key)),
    clear(): void {
      try {
        storage.removeItem(draftKey);
        storage.removeItem(unfinishedKey);
      } catch {
        // Nothing was kept.
      }
    },
  };
}

// Accessed on each use: reading the property throws where storage is forbidden.
export const draftStorage = createDraftStorage({
  getItem: (key) => sessionStorage.getItem(key),
  setItem: (key, value) => sessionStorage.setItem(key, value),
  removeItem: (key) => sessionStorage.removeItem(key),
});
