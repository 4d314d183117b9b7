import type { Appointment } from '@parlance/contract/schedule';
import { t } from '@parlance/words/current';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { nameOf } from '#people/person-name';
import { SessionFileButton } from '#schedule/session-file-button';
import { sessionStatus } from '#schedule/session-status';
import { useSignedIn } from '#session/signed-in';
import { AfterSession } from '#trust/after-session';
import { WeeklyButton } from '#trust/weekly-button';
import { WeeksLeftOut } from '#trust/weeks-left-out';
import { LinkButton } from '#ui/link-button';
import { CancelButton } from './cancel-button';
import { MoveProposal } from './move-proposal';
import { RescheduleButton } from './reschedule-button';
import { SessionHead } from './session-head';

interface AppointmentItemProps {
  session: Appointment;
  now: Date;
  /** Whether a suggested time here is the one thing that the screen emphasises. */
  isProminent: boolean;
  /** Whether the question after the session stands here. */
  isAsked: boolean;
  /** The session has another time, and so another place in the list. */
  onMoved: () => void;
}

export function AppointmentItem({ session, now, isProminent, isAsked, onMoved }: AppointmentItemProps) {
  const { user } = useSignedIn();
  const { scheduleSlotId, bookedByUser, weekly, proposedStartsAt } = session;
  const partner = session.userId === user.userId ? (bookedByUser ?? session.user) : session.user;
  const name = nameOf(partner);
  const status = sessionStatus(session, now);
  const isAhead = status === 'upcoming';
  return (
    <li className="grid gap-4 rounded-lg border border-line bg-surface p-4 sm:p-5">
      <SessionHead session={session} partner={partner} status={status}>
        {weekly && <WeeksLeftOut weeks={weekly.leftOut} />}
      </SessionHead>
      {isAhead && session.clashes && (
        <p className="flex items-start gap-2">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger" />
          {t('Your other calendar is busy at this time.')}
        </p>
      )}
      {isAhead && proposedStartsAt && (
        <MoveProposal
          session={session}
          partner={partner}
          startsAt={proposedStartsAt}
          isProminent={isProminent}
          onMoved={onMoved}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {status === 'in-session' && (
          <LinkButton to={`/chat/${partner.userId}`} variant="primary">
            {t('Join Session')}
          </LinkButton>
        )}
        <LinkButton to={`/profile/${partner.userId}`}>{t('View Profile')}</LinkButton>
        {isAhead && <RescheduleButton session={session} partner={partner} onMoved={onMoved} />}
        {isAhead && <SessionFileButton scheduleSlotId={scheduleSlotId} variant="quiet" isShortOnPhone />}
        {isAhead && <CancelButton session={session} partnerName={name} />}
        {status !== 'completed' && weekly && (
          <WeeklyButton session={session} partner={partner} weekly={weekly} />
        )}
      </div>
      {isAsked && <AfterSession session={session} partner={partner} />}
    </li>
  );
}
