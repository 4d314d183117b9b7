import { t } from '@parlance/words/current';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { failureMessage } from '#lib/failure-message';
import { readAgain } from '#lib/read-again';
import { sentence } from '#lib/sentence';
import { nameOf } from '#people/person-name';
import { scheduleKey } from '#schedule/schedule-queries';
import { dayHeading, timeRangeText } from '#schedule/time-text';
import { viewerZone } from '#schedule/viewer-zone';
import { dayAt } from '#schedule/zoned-time';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { showToast } from '#ui/toast';
import type { ChosenTime, RescheduleProps } from './chosen-time';
import { FreeTimes } from './free-times';
import { OtherTime } from './other-time';

interface RescheduleDialogProps extends RescheduleProps {
  isOwner: boolean;
  onClose: () => void;
}

/** Chooses another time for a session: a free slot of the owner, and for the owner also any other time. */
export function RescheduleDialog({ session, partner, isOwner, onMoved, onClose }: RescheduleDialogProps) {
  const { calls } = useSignedIn().runtime;
  const cache = useQueryClient();
  const { userId, scheduleSlotId } = session;
  const name = nameOf(partner);
  const [chosen, setChosen] = useState<ChosenTime | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const hasMoved = useRef(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async ({ scheduleSlotId: toScheduleSlotId, startsAt }: ChosenTime) => {
      if (isOwner) await calls.proposeMove({ scheduleSlotId, startsAt });
      else if (toScheduleSlotId !== null)
        await calls.moveBooking({ userId, scheduleSlotId, toScheduleSlotId });
    },
    onSuccess: () => {
      hasMoved.current = !isOwner;
      onClose();
      showToast({
        title: isOwner
          ? t('Suggested. We are telling {name}.', { name })
          : t('Moved. We are telling {name}.', { name }),
      });
      if (!isOwner) onMoved();
    },
    // Also after a refusal, which means that the list is stale.
    onSettled: () => readAgain(cache, scheduleKey),
  });
  const choose = (time: ChosenTime | null) => {
    reset();
    setIsMissing(false);
    setChosen(time);
  };
  const confirm = () => {
    if (chosen) mutate(chosen);
    else setIsMissing(true);
  };
  const zone = viewerZone();
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      // The pressed button leaves the list with the old time.
      returnsFocus={() => !hasMoved.current}
      title={isOwner ? t('Suggest another time') : t('Reschedule')}
      description={
        <>
          {sentence('Until now: {day}, {time}', {
            day: dayHeading(dayAt(zone, session.startsAt.getTime())),
            time: <bdi className="whitespace-nowrap">{timeRangeText(session, { zone })}</bdi>,
          })}
          {isOwner && (
            <span className="block">
              {t('The session stays at this time until {name} accepts.', { name })}
            </span>
          )}
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" busy={isPending} onClick={confirm}>
            {isOwner ? t('Suggest this time') : t('Move the session')}
          </Button>
        </>
      }
    >
      <FreeTimes
        session={session}
        partner={partner}
        isOwner={isOwner}
        chosenId={chosen?.scheduleSlotId ?? null}
        onChoose={choose}
      />
      {isOwner && (
        <OtherTime
          session={session}
          partner={partner}
          isChosen={chosen?.scheduleSlotId === null}
          onChoose={choose}
        />
      )}
      <div aria-live="polite" className="empty:hidden">
        {isMissing && <p className="text-danger">{t('Please choose a time.')}</p>}
      </div>
      {error && (
        <Banner tone="danger">{failureMessage(error, t('It did not work. Please try again.'))}</Banner>
      )}
    </Dialog>
  );
}
