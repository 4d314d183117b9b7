import type { OwnOutcome, SessionAnswer } from '@parlance/contract/reliability';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import Check from 'lucide-react/icons/check';
import UserX from 'lucide-react/icons/user-x';
import { useId, useState } from 'react';
import { failureMessage } from '#lib/failure-message';
import { readAgain } from '#lib/read-again';
import { sentence } from '#lib/sentence';
import { useFocusHandedOn } from '#lib/use-focus-handed-on';
import { scheduleKey } from '#schedule/schedule-queries';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';

const answers = [
  { answer: 'kept', Icon: Check, label: word('Yes, we talked') },
  { answer: 'missed', Icon: UserX, label: word('No, {name} did not come') },
  { answer: 'moved', Icon: CalendarClock, label: word('We moved it') },
] as const;

const said = {
  kept: word('You said that you talked.'),
  missed: word('You said that {name} did not come.'),
  moved: word('You said that you moved it.'),
};

export interface SessionQuestionProps {
  scheduleSlotId: string;
  partnerName: string;
  outcome: OwnOutcome;
  /** Shows who sees the answer. Of several questions on a screen, only one does. */
  isExplained: boolean;
  onAnswered?: ((answer: SessionAnswer) => void) | undefined;
}

/** Asks whether a session took place. The answer is private, and can be changed while it is open. */
export function SessionQuestion(props: SessionQuestionProps) {
  const { scheduleSlotId, partnerName, outcome, isExplained, onAnswered } = props;
  const { runtime } = useSignedIn();
  const cache = useQueryClient();
  const questionId = useId();
  const [isChanging, setIsChanging] = useState(false);
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (answer: SessionAnswer) => runtime.calls.answerOutcome({ scheduleSlotId, answer }),
    onSuccess: async (_, answer) => {
      onAnswered?.(answer);
      await readAgain(cache, scheduleKey);
      setIsChanging(false);
    },
  });
  const name = <bdi>{partnerName}</bdi>;
  const isAnswered = outcome.answer !== null && !isChanging;
  const place = useFocusHandedOn<HTMLElement>(isAnswered);
  if (outcome.answer !== null && isAnswered) {
    return (
      <section ref={place} tabIndex={-1}>
        <p role="status" className="flex flex-wrap items-center gap-x-3 text-ink-soft">
          <span>{sentence(said[outcome.answer], { name })}</span>
          {outcome.isOpen && (
            <Button variant="quiet" onClick={() => setIsChanging(true)}>
              {t(word('Change', 'an answer'))}
            </Button>
          )}
        </p>
      </section>
    );
  }
  if (!outcome.isOpen) return null;
  return (
    <section ref={place} tabIndex={-1} aria-labelledby={questionId} className="grid gap-2">
      <h3 id={questionId} className="font-semibold">
        {t('Did it take place?')}
      </h3>
      <div className="flex flex-wrap gap-2">
        {answers.map(({ answer, Icon, label }) => (
          <Button
            key={answer}
            disabled={isPending}
            busy={isPending && variables === answer}
            aria-pressed={outcome.answer === answer}
            className="aria-pressed:border-ink aria-pressed:ring-1 aria-pressed:ring-ink"
            onClick={() => mutate(answer)}
          >
            <Icon aria-hidden="true" className="size-5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{sentence(label, { name })}</span>
          </Button>
        ))}
      </div>
      {isExplained && (
        <p className="max-w-reading text-sm text-ink-soft">
          {t(
            'Nobody is shown your answer. Once three partners have answered, the profile says how many sessions the person came to.',
          )}
        </p>
      )}
      {error && (
        <Banner tone="danger">{failureMessage(error, t('It did not work. Please try again.'))}</Banner>
      )}
    </section>
  );
}
