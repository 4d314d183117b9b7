const storageKey = 'parlance.share-hidden';

/** Whether the language share is hidden today, in all conversations. */
export function isShareHidden(now: Date): boolean {
  try {
    return Number(localStorage.getItem(storageKey) ?? 0) > now.getTime();
  } catch {
    return false;
  }
}

/** Hides it until local midnight. */
export function hideShareForToday(now: Date): void {
  const midnight = new Date(now);
  midnight.setHours(24, 0, 0, 0);
  try {
    localStorage.setItem(storageKey, String(midnight.getTime()));
  } catch {
    // Where nothing can be stored it stays hidden until the conversation is left.
  }
}
