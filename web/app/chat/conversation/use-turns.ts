import { type ChatMessage, conversationTurnGoal, turnsHideMs } from '@parlance/contract/chat';
import { useEffect, useMemo, useState } from 'react';
import { daysBetween } from '#chat/chat-times';
import { countTurns, crossesGoal } from './turns';

/** How far an exchange has got. */
export interface Turns {
  count: number;
  /** The goal was reached while somebody looked. */
  isCelebrated: boolean;
  /** The bar has nothing more to say. */
  isHidden: boolean;
  /** The word has passed today and the goal is still ahead. */
  isUnderWay: boolean;
}

function hasTurnToday(messages: ChatMessage[], now: Date): boolean {
  const begin = messages.findIndex((message) => daysBetween(message.createdAt, now) <= 0);
  // The first of today's may answer yesterday's last.
  return begin >= 0 && countTurns(messages.slice(Math.max(0, begin - 1))) > 0;
}

/** Counts the turns of what is loaded; null while nothing is. */
export function useTurns(messages: ChatMessage[] | null): Turns {
  const count = useMemo(() => countTurns(messages ?? []), [messages]);
  const newest = messages?.at(-1)?.sequence ?? 0;
  const [seen, setSeen] = useState<{ count: number; newest: number } | null>(null);
  const [isCelebrated, setCelebrated] = useState(false);
  const [isHidden, setHidden] = useState(false);
  const isReached = count >= conversationTurnGoal;

  if (messages && (seen?.count !== count || seen.newest !== newest)) {
    setSeen({ count, newest });
    // Older pages raise the count as well; only what has just been said is worth a celebration.
    if (seen && newest > seen.newest && crossesGoal(seen.count, count, conversationTurnGoal)) {
      setCelebrated(true);
    }
    // Whoever opens a conversation that is over the goal already has seen the bar.
    if (!seen && isReached) setHidden(true);
  }

  useEffect(() => {
    if (!isReached) return;
    const timer = setTimeout(() => setHidden(true), turnsHideMs);
    return () => clearTimeout(timer);
  }, [isReached]);

  const isUnderWay = useMemo(
    () => count > 0 && !isReached && hasTurnToday(messages ?? [], new Date()),
    [messages, count, isReached],
  );
  return { count, isCelebrated, isHidden, isUnderWay };
}
