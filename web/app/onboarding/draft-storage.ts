// The type alone: every page of a member loads this file, and only the onboarding knows what a draft holds.
import type { OnboardingDraft } from './onboarding-draft';

type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const draftKey = 'parlance-onboarding-draft';
const unfinishedKey = 'parlance-onboarding-unfinished';

/**
 * Keeps a draft in this tab, for the one person who is signed in: it outlives a reload and goes with the tab, with
 * signing out and with the end of the onboarding.
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
    /** Remembers that part of the profile may be stored already while the rest is not. */
    markUnfinished(userId: string): void {
      try {
        storage.setItem(unfinishedKey, userId);
      } catch {
        // As above.
      }
    },
    isUnfinished(userId: string): boolean {
      try {
        return storage.getItem(unfinishedKey) === userId;
      } catch {
        return false;
      }
    },
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

// Looked up at each use: reading the property itself throws where storage is forbidden.
export const draftStorage = createDraftStorage({
  getItem: (key) => sessionStorage.getItem(key),
  setItem: (key, value) => sessionStorage.setItem(key, value),
  removeItem: (key) => sessionStorage.removeItem(key),
});
