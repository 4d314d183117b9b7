import { conversationTurnGoal } from '@parlance/contract/chat';
import { counted, t } from '@parlance/words/current';
import { classNames } from '#lib/class-names';
import type { Turns } from './use-turns';

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
