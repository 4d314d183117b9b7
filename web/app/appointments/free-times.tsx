import type { BaseProfile } from '@parlance/contract/people';
import type { Appointment } from '@parlance/contract/schedule';
import { counted, t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { sentence } from '#lib/sentence';
import { nameOf } from '#people/person-name';
import { openSlotsQuery } from '#schedule/schedule-queries';
import { isBooked } from '#schedule/session-status';
import { SessionTimes } from '#schedule/session-times';
import { groupByDay } from '#schedule/time-text';
import { viewerZone } from '#schedule/viewer-zone';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Choice } from '#ui/choice';
import { Spinner } from '#ui/spinner';
import type { ChosenTime } from './chosen-time';

const shownAtOnce = 8;

interface FreeTimesProps {
  session: Appointment;
  partner: BaseProfile;
  isOwner: boolean;
  chosenId: string | null;
  onChoose: (time: ChosenTime) => void;
}

/** Free slots of the owner by day, on both clocks, the nearest first. The owner's own must have the length of the session. */
export function FreeTimes({ session, partner, isOwner, chosenId, onChoose }: FreeTimesProps) {
  const { runtime, user } = useSignedIn();
  const { data, isError, refetch } = useQuery(openSlotsQuery(runtime.calls, user.userId, session.userId));
  const [shown, setShown] = useState(shownAtOnce);
  const group = useRef<HTMLDivElement>(null);
  const showMore = () => {
    // The pressed button moves away or disappears: the focus goes to the first new time.
    flushSync(() => setShown(shown + shownAtOnce));
    group.current?.querySelectorAll('input')[shown]?.focus();
  };
  if (!data) {
    return isError ? (
      <Banner tone="danger" action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}>
        {t('It could not be loaded. Please try again.')}
      </Banner>
    ) : (
      <Spinner label={t('Loading free times...')} />
    );
  }
  const now = new Date();
  const free = data.filter(
    (slot) => !isBooked(slot) && slot.startsAt > now && (!isOwner || slot.duration === session.duration),
  );
  if (free.length === 0) {
    return isOwner ? null : (
      <p>
        {sentence('{name} has no other free times at the moment.', { name: <bdi>{nameOf(partner)}</bdi> })}
      </p>
    );
  }
  return (
    // A scroll area of its own, so that the confirmation stays in view; the margin leaves room for focus rings.
    <div className="-m-1 grid max-h-[45dvh] gap-4 overflow-y-auto p-1">
      <div ref={group} role="radiogroup" aria-label={t('Free times')} className="grid gap-4">
        {groupByDay(free.slice(0, shown), viewerZone()).map(({ day, heading, items }) => (
          <section key={day} aria-label={heading} className="grid gap-2">
            <h3 className="text-base first-letter:uppercase">{heading}</h3>
            {items.map((slot) => (
              <Choice
                key={slot.scheduleSlotId}
                type="radio"
                name="other-time"
                checked={chosenId === slot.scheduleSlotId}
                onChange={() => onChoose(slot)}
              >
                <span className="grid flex-1 gap-0.5">
                  <SessionTimes slot={slot} partner={partner} />
                  <span className="text-sm text-ink-soft">
                    {counted(slot.duration, '1 minute', '{count} minutes')}
                  </span>
                  {slot.clashes && (
                    <span className="text-sm text-danger">
                      {t('Your other calendar is busy at this time.')}
                    </span>
                  )}
                </span>
              </Choice>
            ))}
          </section>
        ))}
      </div>
      {free.length > shown && (
        <Button variant="quiet" onClick={showMore}>
          {t('Show more times')}
        </Button>
      )}
    </div>
  );
}
