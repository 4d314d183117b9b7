import type { BaseProfile } from '@parlance/contract/people';
import type { Appointment } from '@parlance/contract/schedule';
import { t } from '@parlance/words/current';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { countedSentence } from '#lib/sentence';
import { nameOf } from '#people/person-name';
import type { SessionStatus } from '#schedule/session-status';
import { SessionTimes } from '#schedule/session-times';
import { SlotStatusBadge } from '#schedule/slot-status-badge';
import { Avatar } from '#ui/avatar';

interface SessionHeadProps {
  session: Appointment;
  partner: BaseProfile;
  status: SessionStatus;
  children?: ReactNode;
}

/** Partner, times on both clocks, duration and status of a session. */
export function SessionHead({ session, partner, status, children }: SessionHeadProps) {
  const name = nameOf(partner);
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <Avatar name={name} src={partner.profileImageUrl} size="md" />
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <p className="font-semibold wrap-anywhere">
          <SessionTimes slot={session} partner={partner} />
        </p>
        <p className="text-ink-soft">
          {countedSentence(session.duration, '1 minute with {name}', '{count} minutes with {name}', {
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
        {children}
      </div>
      <StatusBadge status={status} />
    </div>
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
