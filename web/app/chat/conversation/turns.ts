import { type ChatMessage, conversationTurnGoal } from '@parlance/contract/chat';
import { daysBetween } from '#chat/messages/chat-times';

/** How often the word passed from one to the other. */
export function countTurns(messages: Pick<ChatMessage, 'fromUserId'>[]): number {
  const senders = messages.map(({ fromUserId }) => fromUserId);
  return senders.filter((sender, index) => index > 0 && sender !== senders[index - 1]).length;
}

/** Whether the word has passed on the day of `now`; the first of that day may answer the last of the day before. */
export function hasTurnToday(messages: Pick<ChatMessage, 'fromUserId' | 'createdAt'>[], now: Date): boolean {
  const begin = messages.findIndex(({ createdAt }) => daysBetween(createdAt, now) <= 0);
  return begin >= 0 && countTurns(messages.slice(Math.max(0, begin - 1))) > 0;
}

/** What somebody who looks at a conversation has seen of its turns. */
export interface TurnsSeen {
  count: number;
  /** The number of the newest message. */
  newest: number;
  /** The goal was crossed while they looked. */
  isCelebrated: boolean;
}

/**
 * Goes on from what was seen; null for whoever has just opened the conversation. Several messages at once may jump over
 * the goal. Older pages raise the count as well, but only what has just been said is worth a celebration.
 */
export function lookAtTurns(
  seen: TurnsSeen | null,
  { count, newest }: Omit<TurnsSeen, 'isCelebrated'>,
): TurnsSeen {
  const isCrossed =
    seen !== null &&
    newest > seen.newest &&
    seen.count < conversationTurnGoal &&
    count >= conversationTurnGoal;
  return { count, newest, isCelebrated: isCrossed || (seen?.isCelebrated ?? false) };
}
