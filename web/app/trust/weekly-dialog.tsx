import type { BaseProfile } from '@parlance/contract/people';
import type { Weekly } from '@parlance/contract/reliability';
import type { Appointment } from '@parlance/contract/schedule';
import { counted, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { failureMessage } from '#lib/failure-message';
import { readAgain } from '#lib/read-again';
import { sentence } from '#lib/sentence';
import { nameOf } from '#people/person-name';
import { scheduleKey } from '#schedule/schedule-queries';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { showToast } from '#ui/toast';

type Act = 'ask' | 'decline' | 'skip' | 'end';

export interface WeeklySession {
  session: Appointment;
  partner: BaseProfile;
  weekly: Weekly;
}

interface WeeklyDialogProps extends WeeklySession {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Actions on a weekly series: ask, agree, skip a week, end it. */
export function WeeklyDialog({ session, partner, weekly, open, onOpenChange }: WeeklyDialogProps) {
  const { user } = useSignedIn();
  const name = nameOf(partner);
  const isAhead = session.startsAt.getTime() > Date.now();
  const isCancelled = useRef(false);
  const { act, pending, error, reset } = useWeeklyActs(session, name, (done) => {
    isCancelled.current = isAhead && (done === 'skip' || done === 'end');
    onOpenChange(false);
  });
  const turn = (isOpen: boolean) => {
    reset();
    isCancelled.current = false;
    onOpenChange(isOpen);
  };
  const button = (wanted: Act, label: string, variant?: 'primary' | 'danger') => (
    <Button
      variant={variant}
      busy={pending === wanted}
      disabled={pending !== null}
      onClick={() => act(wanted)}
    >
      {label}
    </Button>
  );
  const acts = {
    open: button('ask', t('Ask for it'), 'primary'),
    asked: button('decline', t(word('Take it back', 'a question'))),
    wanted: (
      <>
        {button('decline', t('No, thank you'))}
        {button('ask', t(word('Agree', 'to meet every week')), 'primary')}
      </>
    ),
    agreed: (
      <>
        {button('end', t('End the weekly series'), 'danger')}
        {isAhead && button('skip', t(word('Skip this one', 'a session')))}
      </>
    ),
  };
  const named = { name: <bdi>{name}</bdi> };
  return (
    <Dialog
      open={open}
      onOpenChange={turn}
      // The list no longer has the session, nor the button to return to.
      returnsFocus={() => {
        if (isCancelled.current) document.querySelector('main')?.focus({ preventScroll: true });
        return !isCancelled.current;
      }}
      title={weekly.state === 'agreed' ? t('Weekly series') : t('Every week at the same time?')}
      description={
        session.userId === user.userId
          ? sentence('At the same time on your clock. For {name} it may move when clocks change.', named)
          : sentence(
              'At the same time on the clock of {name}. For you it may move when clocks change.',
              named,
            )
      }
      footer={acts[weekly.state]}
    >
      {weekly.state === 'asked' && (
        <p role="status">{sentence('Asked. It begins once {name} agrees.', named)}</p>
      )}
      {weekly.state === 'wanted' && <p>{sentence('{name} would like to.', named)}</p>}
      <p className="text-ink-soft">
        {weekly.state === 'agreed'
          ? sentence(
              'If you skip one, the others stay. Ending the series cancels the sessions it has booked. In both cases we tell {name}.',
              named,
            )
          : t(
              'Once both of you agree, the next four weeks are booked, and then one more each week. A week in which one of you is busy is left out. Each of you can skip one or end it at any time.',
            )}
      </p>
      {error && (
        <Banner tone="danger">{failureMessage(error, t('It did not work. Please try again.'))}</Banner>
      )}
    </Dialog>
  );
}

function useWeeklyActs({ scheduleSlotId, userId }: Appointment, name: string, onDone: (act: Act) => void) {
  const { calls } = useSignedIn().runtime;
  const cache = useQueryClient();
  const run = async (act: Act): Promise<string | null> => {
    switch (act) {
      case 'ask': {
        const { slots } = await calls.meetWeekly({ scheduleSlotId });
        return slots && counted(slots.length, 'Booked: 1 session.', 'Booked: {count} sessions.');
      }
      case 'decline':
        await calls.endWeekly({ scheduleSlotId });
        return null;
      case 'skip':
        await calls.cancelBooking({ userId, scheduleSlotId });
        return t('Skipped. We are telling {name}.', { name });
      case 'end':
        await calls.endWeekly({ scheduleSlotId });
        return t('The weekly series has ended. We are telling {name}.', { name });
    }
  };
  const { mutate, variables, isPending, error, reset } = useMutation({
    mutationFn: run,
    onSuccess: (title, done) => {
      if (title) showToast({ title });
      onDone(done);
    },
    // Also after a refusal, which means that a calendar has changed.
    onSettled: () => readAgain(cache, scheduleKey),
  });
  return { act: mutate, pending: isPending ? variables : null, error, reset };
}
