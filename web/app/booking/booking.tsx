import { ApiError } from '@parlance/contract/errors';
import { bookingMessages, type ScheduleSlot } from '@parlance/contract/schedule';
import { uuid } from '@parlance/contract/text';
import { isOnWire } from '@parlance/contract/wire';
import { t } from '@parlance/words/current';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { pageTitle } from '#lib/brand';
import { profileQuery } from '#people/people-queries';
import { slotQuery } from '#schedule/schedule-queries';
import { slotStatus } from '#schedule/session-status';
import { useLiveSchedule } from '#schedule/use-live-schedule';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { LinkButton } from '#ui/link-button';
import { Skeleton } from '#ui/skeleton';
import { Spinner } from '#ui/spinner';
import { BookingConfirmed } from './booking-confirmed';
import { BookingForm } from './booking-form';
import { bookingWords } from './booking-problem';
import { FreeAlternatives } from './free-alternatives';

export const meta = () => [{ title: pageTitle(t('Book a session')) }];

export default function Booking() {
  const { userId = '', slotId = '' } = useParams();
  const { user } = useSignedIn();
  // Kept here, so that the note survives a change to another slot.
  const [note, setNote] = useState('');
  const isComplete = isOnWire(uuid, userId) && isOnWire(uuid, slotId);
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6">
      {!isComplete ? (
        <Refused message={t(bookingWords.missing)} />
      ) : userId === user.userId ? (
        <Refused
          message={t(bookingMessages.ownSlot)}
          next={<LinkButton to="/settings#availability">{t('Change your availability')}</LinkButton>}
        />
      ) : (
        <LoadedBooking key={slotId} userId={userId} slotId={slotId} note={note} onNoteChange={setNote} />
      )}
    </div>
  );
}

interface LoadedBookingProps {
  userId: string;
  slotId: string;
  note: string;
  onNoteChange: (note: string) => void;
}

function LoadedBooking({ userId, slotId, note, onNoteChange }: LoadedBookingProps) {
  const { runtime, user } = useSignedIn();
  const { calls } = runtime;
  const cache = useQueryClient();
  const profile = useQuery(profileQuery(calls, user.userId, userId, cache));
  const slot = useQuery(slotQuery(calls, user.userId, { userId, slotId }));
  // Keeps the displayed slot, which may leave the list while the form is open.
  const [begun, setBegun] = useState<ScheduleSlot | null>(null);
  useLiveSchedule();
  if (slot.data && !begun && slotStatus(slot.data, new Date()) === 'free') setBegun(slot.data);

  const error = slot.error ?? profile.error;
  const isGone = error instanceof ApiError && [400, 404].includes(error.statusCode);
  if (profile.data && begun) {
    return <BookingForm slot={begun} partner={profile.data} note={note} onNoteChange={onNoteChange} />;
  }
  if (profile.data && slot.data?.bookedByUserId === user.userId) {
    return <BookingConfirmed slot={slot.data} partner={profile.data} />;
  }
  if (isGone || (profile.data && slot.data !== undefined)) {
    return (
      <Refused message={t(bookingWords.gone)}>
        {profile.data && (
          <FreeAlternatives partner={profile.data} around={slot.data?.startsAt ?? new Date()} />
        )}
      </Refused>
    );
  }
  if (error) {
    return (
      <>
        <Title />
        <Banner
          tone="danger"
          action={
            <Button onClick={() => void Promise.all([slot.refetch(), profile.refetch()])}>
              {t('Try again')}
            </Button>
          }
        >
          {t(bookingWords.loadFailed)}
        </Banner>
      </>
    );
  }
  return (
    <>
      <Title />
      <Spinner label={t('Loading booking information...')} />
      <Skeleton className="h-40" />
      <Skeleton className="h-32" />
    </>
  );
}

const Title = () => <h1 className="text-title">{t('Book a session')}</h1>;

interface RefusedProps {
  message: string;
  next?: ReactNode;
  children?: ReactNode;
}

function Refused({ message, next, children }: RefusedProps) {
  return (
    <>
      <Title />
      <Banner tone="danger">{message}</Banner>
      {children}
      <div>{next ?? <LinkButton to="/dashboard">{t('Find Language Partners')}</LinkButton>}</div>
    </>
  );
}
