import type { AgainOffer as Offer } from '@parlance/contract/reliability';
import { t } from '@parlance/words/current';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { useId } from 'react';
import { failureMessage } from '#lib/failure-message';
import { readAgain } from '#lib/read-again';
import { sentence } from '#lib/sentence';
import { useFocusHandedOn } from '#lib/use-focus-handed-on';
import { scheduleKey } from '#schedule/schedule-queries';
import { SessionTimes } from '#schedule/session-times';
import { dayHeading, timeText } from '#schedule/time-text';
import { viewerZone } from '#schedule/viewer-zone';
import { dayAt } from '#schedule/zoned-time';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { showToast } from '#ui/toast';

export interface AgainOfferProps {
  scheduleSlotId: string;
  /** In minutes. */
  duration: number;
  partner: { name: string; timeZone?: string | null | undefined };
  offer: Offer;
}

/** Offers the same time next week, which is booked once both have agreed. */
export function AgainOffer({ scheduleSlotId, duration, partner, offer }: AgainOfferProps) {
  const { runtime } = useSignedIn();
  const cache = useQueryClient();
  const headingId = useId();
  const place = useFocusHandedOn<HTMLElement>(offer.isAsked);
  const zone = viewerZone();
  const day = dayHeading(dayAt(zone, offer.startsAt.getTime()));
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => runtime.calls.bookAgain({ scheduleSlotId }),
    onSuccess: ({ slot }) => {
      if (!slot) return;
      // After the booking the offer and its button are removed, so the focus moves.
      if (place.current?.contains(document.activeElement))
        place.current.closest('main')?.focus({ preventScroll: true });
      showToast({ title: t('Booked: {day}, {time}.', { day, time: timeText(slot.startsAt, { zone }) }) });
    },
    // Also after a refusal, which means that a calendar has changed.
    onSettled: () => readAgain(cache, scheduleKey),
  });
  const name = <bdi>{partner.name}</bdi>;
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-labelledby={headingId}
      className="grid gap-2 border-t border-line pt-4"
    >
      <h3 id={headingId} className="font-semibold">
        {t('Same time next week?')}
      </h3>
      <p className="text-ink-soft">
        {day}
        <br />
        <SessionTimes slot={{ startsAt: offer.startsAt, duration }} partner={partner} />
      </p>
      {offer.isAsked ? (
        <p role="status">{sentence('Asked. It is booked once {name} agrees.', { name })}</p>
      ) : (
        <>
          {offer.isWanted && <p>{sentence('{name} would like to.', { name })}</p>}
          <div>
            <Button busy={isPending} onClick={() => mutate()}>
              <CalendarPlus aria-hidden="true" className="size-5" />
              {isPending ? t('Asking...') : offer.isWanted ? t('Book it') : t('Ask for it')}
            </Button>
          </div>
        </>
      )}
      {error && (
        <Banner tone="danger">{failureMessage(error, t('It did not work. Please try again.'))}</Banner>
      )}
    </section>
  );
}
