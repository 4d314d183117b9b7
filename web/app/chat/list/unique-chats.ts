import type { ChatSummary } from '@parlance/contract/chat';

/** Pages of a list that moves overlap: a conversation is shown once, at its first place. */
export function uniqueChats(pages: { chats: ChatSummary[] }[]): ChatSummary[] {
  const seen = new Set<string>();
  return pages
    .flatMap(({ chats }) => chats)
    .filter(({ profile }) => {
      const isNew = !seen.has(profile.userId);
      seen.add(profile.userId);
      return isNew;
    });
}
