/** Key of the member whose profile may be stored only partially. */
export const unfinishedKey = 'parlance-onboarding-unfinished';

/** Whether an onboarding failed halfway in this tab. Every page of a member loads this file. */
export function isUnfinished(
  userId: string,
  readItem: (key: string) => string | null = (key) => sessionStorage.getItem(key),
): boolean {
  try {
    return readItem(unfinishedKey) === userId;
  } catch {
    // Storage is forbidden.
    return false;
  }
}
