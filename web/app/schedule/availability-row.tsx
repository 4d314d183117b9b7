import type { FullProfile } from '@parlance/contract/people';
import type { OwnScheduleSlot } from '@parlance/contract/schedule';
import { counted, t } from '@parlance/words/current';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { sentence } from '#lib/sentence';
import { nameOf } from '#people/person-name';
import { LinkButton } from '#ui/link-button';
import { slotStatus } from './session-status';
import { SessionTimes } from './session-times';
import { SlotStatusBadge } from './slot-status-badge';

interface AvailabilityRowProps {
  slot: OwnScheduleSlot;
  /** Heading of the day, which a screen reader does not read with a link below it. */
  dayId: string;
  owner: FullProfile;
  viewerId: string | null;
  now: Date;
}

/** One slot of a member. A free one can be booked; a booked one shows the guest's name if the guest allows it. */
export function AvailabilityRow({ slot, dayId, owner, viewerId, now }: AvailabilityRowProps) {
  const { userId, scheduleSlotId, bookedByUserId, bookedByUser } = slot;
  const status = slotStatus(slot, now);
  const isOwner = viewerId === userId;
  // Only the owner and the guest have a session to join.
  const partnerId = isOwner
    ? bookedByUserId
    : viewerId !== null && bookedByUserId === viewerId
      ? userId
      : null;

  // Owners cannot book their own slots.
  if (status === 'free' && !isOwner) {
    return (
      <li>
        <Link
          to={`/booking/${userId}/${scheduleSlotId}`}
          aria-describedby={dayId}
          className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 outline-offset-[-2px] transition-colors hover:bg-sunken"
        >
          <Times slot={slot} owner={owner} isOwner={isOwner} />
          <span className="flex items-center gap-2">
            <SlotStatusBadge status="free" />
            <ChevronRight aria-hidden="true" className="size-5 text-ink-faint rtl:-scale-x-100" />
          </span>
        </Link>
      </li>
    );
  }
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <Times slot={slot} owner={owner} isOwner={isOwner}>
        {bookedByUser && (
          <span className="text-ink-soft">
            {sentence('Booked by {name}', {
              name: (
                <Link
                  to={`/profile/${bookedByUser.userId}`}
                  className="text-ink underline underline-offset-4 wrap-anywhere"
                >
                  <bdi>{nameOf(bookedByUser)}</bdi>
                </Link>
              ),
            })}
          </span>
        )}
      </Times>
      <SlotStatusBadge status={status} />
      {status === 'in-session' && partnerId !== null && (
        <LinkButton to={`/chat/${partnerId}`} variant="primary">
          {t('Join Session')}
        </LinkButton>
      )}
    </li>
  );
}

interface TimesProps {
  slot: OwnScheduleSlot;
  owner: FullProfile;
  isOwner: boolean;
  children?: ReactNode;
}

function Times({ slot, owner, isOwner, children }: TimesProps) {
  return (
    <span className="grid min-w-32 flex-1 gap-0.5">
      <span className="font-medium wrap-anywhere">
        <SessionTimes slot={slot} partner={isOwner ? undefined : owner} />
      </span>
      <span className="text-sm text-ink-soft">{counted(slot.duration, '1 minute', '{count} minutes')}</span>
      {children}
    </span>
  );
}
