import type { BaseProfile } from '@parlance/contract/people';
import type { ScheduleSlot } from '@parlance/contract/schedule';
import { counted, t } from '@parlance/words/current';
import { Link } from 'react-router';
import { nameOf } from '#people/person-name';
import { SessionTimes } from '#schedule/session-times';
import { dayHeading } from '#schedule/time-text';
import { viewerZone } from '#schedule/viewer-zone';
import { dayAt } from '#schedule/zoned-time';
import { Avatar } from '#ui/avatar';

interface BookingDetailsProps {
  slot: ScheduleSlot;
  partner: BaseProfile;
  id?: string | undefined;
}

export function BookingDetails({ slot, partner, id }: BookingDetailsProps) {
  const name = nameOf(partner);
  return (
    <div id={id} className="grid gap-5 rounded-lg border border-line bg-surface p-5">
      <Link to={`/profile/${partner.userId}`} className="flex items-center gap-4">
        <Avatar name={name} src={partner.profileImageUrl} size="lg" />
        <span dir="auto" className="min-w-0 text-page-start text-xl font-semibold wrap-anywhere">
          {name}
        </span>
      </Link>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
        <dt className="text-ink-soft">{t('Date')}</dt>
        <dd className="-mt-3 font-medium first-letter:uppercase sm:mt-0">
          {dayHeading(dayAt(viewerZone(), slot.startsAt.getTime()))}
        </dd>
        <dt className="text-ink-soft">{t('Time')}</dt>
        <dd className="-mt-3 font-medium wrap-anywhere sm:mt-0">
          <SessionTimes slot={slot} partner={partner} />
        </dd>
        <dt className="text-ink-soft">{t('Duration')}</dt>
        <dd className="-mt-3 font-medium sm:mt-0">{counted(slot.duration, '1 minute', '{count} minutes')}</dd>
      </dl>
    </div>
  );
}
