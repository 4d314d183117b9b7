const storageKey = 'parlance.share-hidden';

/** Whether somebody has hidden the share of languages for this day, in every conversation. */
export function isShareHidden(now: Date): boolean {
  try {
    return Number(localStorage.getItem(storageKey) ?? 0) > now.getTime();
  } catch {
    return false;
  }
}

/** Hides it until the day is over where the reader is. */
export function hideShareForToday(now: Date): void {
  const midnight = new Date(now);
  midnight.setHours(24, 0, 0, 0);
  try {
    localStorage.setItem(storageKey, String(midnight.getTime()));
  } catch {
    // Where nothing can be stored it stays hidden until the conversation is left.
  }
}
