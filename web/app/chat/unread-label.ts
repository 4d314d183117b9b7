const shownMax = 9;

/** The number on the unread badge: the count, '9+' above nine, nothing for none. */
export function unreadLabel(unreadMessages: number): string {
  if (unreadMessages <= 0) return '';
  return unreadMessages > shownMax ? `${shownMax}+` : String(unreadMessages);
}
