import { type ChatMessage, conversationTurnGoal, turnsHideMs } from '@parlance/contract/chat';
import { useEffect, useMemo, useState } from 'react';
import { countTurns, hasTurnToday, lookAtTurns, type TurnsSeen } from './turns';

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

/** Counts the turns of what is loaded; null while nothing is. */
export function useTurns(messages: ChatMessage[] | null): Turns {
  const count = useMemo(() => countTurns(messages ?? []), [messages]);
  const newest = messages?.at(-1)?.sequence ?? 0;
  const [seen, setSeen] = useState<TurnsSeen | null>(null);
  const [isHidden, setHidden] = useState(false);
  const isReached = count >= conversationTurnGoal;

  if (messages && (seen?.count !== count || seen.newest !== newest)) {
    setSeen(lookAtTurns(seen, { count, newest }));
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
  return { count, isCelebrated: seen?.isCelebrated ?? false, isHidden, isUnderWay };
}
