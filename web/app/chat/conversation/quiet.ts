import type { ChatMessage } from '@parlance/contract/chat';

const quietMs = 7 * 24 * 3_600_000;

/** Whether nothing was said yet, or nothing for seven days. */
export function isQuiet(messages: readonly Pick<ChatMessage, 'createdAt'>[], now: Date): boolean {
  const newest = messages.at(-1);
  return newest === undefined || now.getTime() - newest.createdAt.getTime() >= quietMs;
}

/** What was typed, and below it the topic: nothing that somebody wrote goes. */
export const withTopic = (typed: string, topic: string): string =>
  typed.trim() === '' ? topic : `${typed.trimEnd()}\n${topic}`;
