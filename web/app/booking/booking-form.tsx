import { messageMaxLength } from '@parlance/contract/chat';
import type { FullProfile } from '@parlance/contract/people';
import type { ScheduleSlot } from '@parlance/contract/schedule';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { keepAsDraft, sendNote } from '#chat/send-note';
import { readAgain } from '#lib/read-again';
import { nameOf } from '#people/person-name';
import { scheduleKey } from '#schedule/schedule-queries';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Field } from '#ui/field';
import { Textarea } from '#ui/textarea';
import { BookingConfirmed } from './booking-confirmed';
import { BookingDetails } from './booking-details';
import { bookingProblem } from './booking-problem';
import { isFirstScreen } from './first-screen';
import { FreeAlternatives } from './free-alternatives';

interface BookingFormProps {
  slot: ScheduleSlot;
  partner: FullProfile;
  note: string;
  onNoteChange: (note: string) => void;
}

export function BookingForm({ slot, partner, note, onNoteChange }: BookingFormProps) {
  const { runtime, user } = useSignedIn();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const location = useLocation();
  const [noteState, setNoteState] = useState<'none' | 'sent' | 'lost'>('none');
  const { userId, scheduleSlotId } = slot;
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => runtime.calls.bookSlot({ userId, scheduleSlotId }),
    onSuccess: async (booked) => {
      await deliverNote(booked);
      void readAgain(cache, scheduleKey);
      void import('#notify/push-offer')
        .then(({ offerPush }) => offerPush(runtime, user.userId))
        .catch(() => undefined);
    },
  });

  // The key includes updatedAt: a later booking of the same slot is a different one.
  const deliverNote = async (booked: ScheduleSlot) => {
    const text = note.trim();
    if (text === '') return;
    const about = `${booked.scheduleSlotId} ${booked.updatedAt.toISOString()}`;
    try {
      await sendNote(runtime, user.userId, { partnerId: userId, text, about });
      setNoteState('sent');
    } catch {
      setNoteState('lost');
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) mutate();
  };
  const write = async () => {
    await keepAsDraft(runtime, user.userId, { partnerId: userId, text: note }).catch(reportError);
    await navigate(`/chat/${userId}`);
  };
  const goBack = () =>
    void (isFirstScreen(location) ? navigate(`/profile/${userId}`, { replace: true }) : navigate(-1));

  if (data && !isPending) {
    return (
      <BookingConfirmed
        slot={data}
        partner={partner}
        noteState={noteState}
        onSendNote={() => void deliverNote(data)}
      />
    );
  }
  const problem = error ? bookingProblem(error) : null;
  return (
    <>
      <h1 className="text-title">{t('Book a session')}</h1>
      <BookingDetails slot={slot} partner={partner} />
      {slot.clashes && !problem && <Banner>{t('Your other calendar is busy at this time.')}</Banner>}
      {problem && (
        <Banner
          tone="danger"
          action={
            problem.asksToWrite && (
              <Button onClick={() => void write()}>{t(word('Message', 'to write to somebody'))}</Button>
            )
          }
        >
          {problem.message}
        </Banner>
      )}
      {problem?.isGone && (
        <FreeAlternatives partner={partner} around={slot.startsAt} hasNote={note.trim() !== ''} />
      )}
      <form noValidate onSubmit={submit} className="grid gap-6">
        <Field
          label={t(word('Notes', 'with a booking'))}
          help={t('Optional. {name} gets it as a message once the session is booked.', {
            name: nameOf(partner),
          })}
        >
          <Textarea
            value={note}
            maxLength={messageMaxLength}
            disabled={isPending}
            onChange={(event) => onNoteChange(event.target.value)}
          />
        </Field>
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button onClick={goBack}>{t('Cancel')}</Button>
          <Button type="submit" variant={problem?.isGone ? 'secondary' : 'primary'} busy={isPending}>
            {isPending ? t('Booking...') : t('Confirm Booking')}
          </Button>
        </div>
      </form>
    </>
  );
}
