import type { Appointment } from '@parlance/contract/schedule';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { readAgain } from '#lib/read-again';
import { scheduleKey } from '#schedule/schedule-queries';
import { dayHeading, timeText } from '#schedule/time-text';
import { viewerZone } from '#schedule/viewer-zone';
import { dayAt } from '#schedule/zoned-time';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { showToast } from '#ui/toast';

/** Cancels after a confirmation. */
export function CancelButton({ session, partnerName }: { session: Appointment; partnerName: string }) {
  const { runtime } = useSignedIn();
  const cache = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const isCancelled = useRef(false);
  const { userId, scheduleSlotId, startsAt } = session;
  const { mutate, isPending, isError, reset } = useMutation({
    mutationFn: () => runtime.calls.cancelBooking({ userId, scheduleSlotId }),
    onSuccess: () => {
      isCancelled.current = true;
      setIsAsking(false);
      showToast({ title: t('Cancelled. We are telling {name}.', { name: partnerName }) });
    },
    // Also after a refusal, which means that the list is stale.
    onSettled: () => readAgain(cache, scheduleKey),
  });
  const ask = (open: boolean) => {
    reset();
    setIsAsking(open);
  };
  const zone = viewerZone();
  return (
    <>
      <Button variant="quiet" onClick={() => ask(true)}>
        {t(word('Cancel', 'a session'))}
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={ask}
        // The list no longer has the session, nor the button to return to.
        returnsFocus={() => {
          if (isCancelled.current) document.querySelector('main')?.focus({ preventScroll: true });
          return !isCancelled.current;
        }}
        title={t('Are you sure you want to cancel this appointment?')}
        description={
          <span className="inline-block first-letter:uppercase">
            {t('{day}, {time}, with {name}. Afterwards the time is free again.', {
              day: dayHeading(dayAt(zone, startsAt.getTime())),
              time: timeText(startsAt, { zone }),
              name: partnerName,
            })}
          </span>
        }
        footer={
          <>
            <Button onClick={() => ask(false)}>{t(word('Keep it', 'a session'))}</Button>
            <Button variant="danger" busy={isPending} onClick={() => mutate()}>
              {isPending ? t('Cancelling...') : t('Cancel appointment')}
            </Button>
          </>
        }
      >
        {isError && <Banner tone="danger">{t('Failed to cancel the appointment. Please try again.')}</Banner>}
      </Dialog>
    </>
  );
}
