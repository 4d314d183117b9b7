import { type ChatMessage, conversationTurnGoal, turnsHideMs } from '@parlance/contract/chat';
import { counted, t } from '@parlance/words/current';
import { useEffect, useMemo, useState } from 'react';
import { daysBetween } from '#chat/messages/message-text';
import { classNames } from '#lib/class-names';

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

const steps = Array.from({ length: conversationTurnGoal }, (_, step) => step);

/** Turns alternate between the two voices until there are ten; then a quiet word, and the bar goes. */
export function TurnsMeter({ turns }: { turns: Turns }) {
  const { count, isCelebrated, isHidden } = turns;
  const shown = Math.min(count, conversationTurnGoal);
  const progress = counted(conversationTurnGoal, '{taken} of 1 turn', '{taken} of {count} turns', {
    taken: shown,
  });
  return (
    <>
      {!isHidden && (
        <div className="border-b border-line px-4 py-2.5 group-has-[[data-talking]]/conversation:hidden sm:px-6">
          <div
            role="progressbar"
            aria-label={t('Conversation turns')}
            aria-valuemin={0}
            aria-valuemax={conversationTurnGoal}
            aria-valuenow={shown}
            aria-valuetext={progress}
            className="flex items-center gap-3"
          >
            <div className="flex flex-1 gap-1">
              {steps.map((step) => (
                <span
                  key={step}
                  className={classNames(
                    'edge-when-forced h-2 flex-1 rounded-full transition-colors',
                    step >= shown
                      ? 'bg-line'
                      : classNames(
                          'forced-colors:bg-[CanvasText]',
                          step % 2 === 0 ? 'bg-speak-bright' : 'bg-learn-bright',
                        ),
                  )}
                />
              ))}
            </div>
            <span aria-hidden="true" className="shrink-0 text-sm text-ink-soft tabular-nums">
              {progress}
            </span>
          </div>
        </div>
      )}
      <div role="status">
        {isCelebrated && !isHidden && (
          <p
            className={classNames(
              'flex items-center justify-center gap-3 border-b border-line bg-positive-soft px-4 py-3',
              'font-display text-lg font-semibold text-positive transition-[opacity,translate]',
              'starting:-translate-y-2 starting:opacity-0',
            )}
          >
            <TwoVoices />
            {t('Ten turns. That was a real conversation.')}
          </p>
        )}
      </div>
    </>
  );
}

function TwoVoices() {
  return (
    <span aria-hidden="true" className="flex items-end gap-1">
      <span className="h-3 w-1.5 rounded-full bg-speak-bright" />
      <span className="h-5 w-1.5 rounded-full bg-learn-bright" />
      <span className="h-4 w-1.5 rounded-full bg-speak-bright" />
      <span className="h-6 w-1.5 rounded-full bg-learn-bright" />
    </span>
  );
}
