import type { Appointment } from '@parlance/contract/schedule';
import { t } from '@parlance/words/current';
import { Link } from 'react-router';
import { countedSentence } from '#lib/sentence';
import { nameOf } from '#people/person-name';
import { SessionFileButton } from '#schedule/session-file-button';
import { type SessionStatus, sessionStatus } from '#schedule/session-status';
import { SessionTimes } from '#schedule/session-times';
import { SlotStatusBadge } from '#schedule/slot-status-badge';
import { useSignedIn } from '#session/signed-in';
import { AfterSession } from '#trust/after-session';
import { WeeklyButton } from '#trust/weekly-button';
import { WeeksLeftOut } from '#trust/weeks-left-out';
import { Avatar } from '#ui/avatar';
import { LinkButton } from '#ui/link-button';
import { CancelButton } from './cancel-button';

export function AppointmentItem({ session, now }: { session: Appointment; now: Date }) {
  const { user } = useSignedIn();
  const { scheduleSlotId, duration, bookedByUser, weekly } = session;
  const partner = session.userId === user.userId ? (bookedByUser ?? session.user) : session.user;
  const name = nameOf(partner);
  const status = sessionStatus(session, now);
  return (
    <li className="grid gap-4 rounded-lg border border-line bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <Avatar name={name} src={partner.profileImageUrl} size="md" />
        <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
          <p className="font-semibold wrap-anywhere">
            <SessionTimes slot={session} partner={partner} />
          </p>
          <p className="text-ink-soft">
            {countedSentence(duration, '1 minute with {name}', '{count} minutes with {name}', {
              name: (
                <Link
                  to={`/profile/${partner.userId}`}
                  className="text-ink underline underline-offset-4 wrap-anywhere"
                >
                  <bdi>{name}</bdi>
                </Link>
              ),
            })}
          </p>
          {weekly && <WeeksLeftOut weeks={weekly.leftOut} />}
        </div>
        <StatusBadge status={status} />
      </div>
      <div className="flex flex-wrap gap-2">
        {status === 'in-session' && (
          <LinkButton to={`/chat/${partner.userId}`} variant="primary">
            {t('Join Session')}
          </LinkButton>
        )}
        <LinkButton to={`/profile/${partner.userId}`}>{t('View Profile')}</LinkButton>
        {status === 'upcoming' && (
          <SessionFileButton scheduleSlotId={scheduleSlotId} variant="quiet" isShortOnPhone />
        )}
        {status === 'upcoming' && <CancelButton session={session} partnerName={name} />}
        {status !== 'completed' && weekly && (
          <WeeklyButton session={session} partner={partner} weekly={weekly} />
        )}
      </div>
      <AfterSession session={session} partner={partner} />
    </li>
  );
}

function StatusBadge({ status }: { status: SessionStatus }) {
  if (status === 'in-session') return <SlotStatusBadge status="in-session" />;
  return status === 'completed' ? (
    <SlotStatusBadge status="past">{t('Completed')}</SlotStatusBadge>
  ) : (
    <SlotStatusBadge status="booked">{t('Upcoming')}</SlotStatusBadge>
  );
}
