import { type ChatMessage, conversationTurnGoal, turnsHideMs } from '@parlance/contract/chat';
import { counted, t } from '@parlance/words/current';
import { useEffect, useMemo, useState } from 'react';
import { daysBetween } from '#chat/messages/message-text';
import { classNames } from '#lib/class-names';

/** Number of changes of sender. */
export function countTurns(messages: Pick<ChatMessage, 'fromUserId'>[]): number {
  const senders = messages.map(({ fromUserId }) => fromUserId);
  return senders.filter((sender, index) => index > 0 && sender !== senders[index - 1]).length;
}

/** Whether the sender changed on the day of `now`, counting a reply to the previous day's last message. */
export function hasTurnToday(messages: Pick<ChatMessage, 'fromUserId' | 'createdAt'>[], now: Date): boolean {
  const begin = messages.findIndex(({ createdAt }) => daysBetween(createdAt, now) <= 0);
  return begin >= 0 && countTurns(messages.slice(Math.max(0, begin - 1))) > 0;
}

/** Turn count last shown to the member. */
export interface TurnsSeen {
  count: number;
  /** Sequence number of the newest message. */
  newest: number;
  /** The goal was reached while the conversation was open. */
  isCelebrated: boolean;
}

/**
 * Updates the seen turns; `seen` is null on opening. Only new messages trigger the celebration, even if a batch skips the exact goal; older
 * pages also raise the count but do not.
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

export interface Turns {
  count: number;
  /** The goal was reached while the conversation was open. */
  isCelebrated: boolean;
  isHidden: boolean;
  /** The sender changed today and the goal is not reached. */
  isUnderWay: boolean;
}

/** Counts the turns of the loaded messages; null while loading. */
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

/** Progress bar up to ten turns; then a short message, and the bar disappears. */
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
