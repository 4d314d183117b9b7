const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' });

/** 'Member since May 2026', the same words for every reader (§2). */
export function memberSince(createdAt: Date): string {
  return `Member since ${month.format(createdAt)}`;
}
