import type { BaseProfile } from '@parlance/contract/people';
import type { ScheduleSlot } from '@parlance/contract/schedule';
import { t } from '@parlance/words/current';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import { useEffect, useRef } from 'react';
import { sentence } from '#lib/sentence';
import { nameOf } from '#people/person-name';
import { SessionFileButton } from '#schedule/session-file-button';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { LinkButton } from '#ui/link-button';
import { BookingDetails } from './booking-details';

interface BookingConfirmedProps {
  slot: ScheduleSlot;
  partner: BaseProfile;
  noteState?: 'none' | 'sent' | 'lost' | undefined;
  onSendNote?: (() => void) | undefined;
}

export function BookingConfirmed({ slot, partner, noteState = 'none', onSendNote }: BookingConfirmedProps) {
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => outcome.current?.focus(), []);
  const name = nameOf(partner);
  return (
    <>
      {/* The group takes the focus instead of the heading, which Orca does not read when it replaces the form with the pressed button. */}
      {/* biome-ignore lint/a11y/useSemanticElements: not a group of form controls */}
      <div
        ref={outcome}
        role="group"
        tabIndex={-1}
        aria-labelledby="booked"
        aria-describedby="booked-session"
        className="grid gap-2"
      >
        <CalendarCheck aria-hidden="true" className="size-10 text-positive" />
        <h1 id="booked" className="text-title">
          {t('Booking Confirmed!')}
        </h1>
        <p className="text-ink-soft">
          {t('The session is under Upcoming Chats now, and we remind you both before it begins.')}
        </p>
      </div>
      <BookingDetails slot={slot} partner={partner} id="booked-session" />
      {noteState === 'sent' && (
        <Banner>{sentence('Your note goes to {name} as a message.', { name: <bdi>{name}</bdi> })}</Banner>
      )}
      {noteState === 'lost' && (
        <Banner tone="danger" action={<Button onClick={onSendNote}>{t('Send note again')}</Button>}>
          {t('The session is booked, but your note could not be sent.')}
        </Banner>
      )}
      <div className="flex flex-wrap gap-3 max-sm:flex-col">
        <LinkButton to={`/profile/${partner.userId}`} variant="primary">
          {t('Back to Profile')}
        </LinkButton>
        <LinkButton to="/appointments">{t('Upcoming Chats')}</LinkButton>
        <LinkButton to="/dashboard">{t('Find Language Partners')}</LinkButton>
        <SessionFileButton scheduleSlotId={slot.scheduleSlotId} variant="quiet" />
      </div>
    </>
  );
}
