import type { ChatMessage } from '@parlance/contract/chat';

/** How often the word passed from one to the other. */
export function countTurns(messages: Pick<ChatMessage, 'fromUserId'>[]): number {
  let turns = 0;
  for (let index = 1; index < messages.length; index++) {
    if (messages[index]?.fromUserId !== messages[index - 1]?.fromUserId) turns++;
  }
  return turns;
}

/** Whether the goal was crossed between two counts: several messages at once may jump over it. */
export const crossesGoal = (before: number, now: number, goal: number): boolean =>
  before < goal && now >= goal;
