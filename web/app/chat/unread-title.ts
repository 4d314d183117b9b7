const countInFront = /^\(\d+\) /;

/** The title of a screen with the unread number in front: (3) Messages. */
export function titleWithUnread(title: string, unread: number): string {
  const bare = title.replace(countInFront, '');
  return unread > 0 ? `(${unread}) ${bare}` : bare;
}

/** Keeps the number in front of whatever title the screens set; answers how to stop. */
export function showUnreadInTitle(unread: number): () => void {
  const show = () => {
    const title = titleWithUnread(document.title, unread);
    if (title !== document.title) document.title = title;
  };
  const observer = new MutationObserver(show);
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  show();
  return () => {
    observer.disconnect();
    document.title = titleWithUnread(document.title, 0);
  };
}
