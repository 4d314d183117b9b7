import type { FullProfile } from '@parlance/contract/people';
import { counted, t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Link, useLocation } from 'react-router';
import { sentence } from '#lib/sentence';
import { nameOf } from '#people/person-name';
import { nearestFreeSlots } from '#schedule/nearest-free';
import { openSlotsQuery } from '#schedule/schedule-queries';
import { SessionTimes } from '#schedule/session-times';
import { dayHeading } from '#schedule/time-text';
import { viewerZone } from '#schedule/viewer-zone';
import { dayAt } from '#schedule/zoned-time';
import { useSignedIn } from '#session/signed-in';
import { isFirstScreen } from './first-screen';

interface FreeAlternativesProps {
  partner: FullProfile;
  /** The requested time. */
  around: Date;
  hasNote?: boolean | undefined;
}

/** The free slots nearest to an unavailable one. */
export function FreeAlternatives({ partner, around, hasNote = false }: FreeAlternativesProps) {
  const { runtime, user } = useSignedIn();
  const location = useLocation();
  const { data } = useQuery(openSlotsQuery(runtime.calls, user.userId, partner.userId));
  if (!data) return null;
  const slots = nearestFreeSlots(data, { around, now: new Date() });
  const name = nameOf(partner);
  const minutesOf = ({ duration }: { duration: number }) => counted(duration, '1 minute', '{count} minutes');
  if (slots.length === 0) {
    return <p>{sentence('{name} has no other free times at the moment.', { name: <bdi>{name}</bdi> })}</p>;
  }
  return (
    <section aria-labelledby="alternatives" className="grid gap-3">
      <h2 id="alternatives" className="text-xl">
        {t('Other free times')}
      </h2>
      {hasNote && <p className="text-ink-soft">{t('Your note is kept.')}</p>}
      <ul className="divide-y divide-line overflow-hidden rounded-md border border-line bg-surface">
        {slots.map((slot) => (
          <li key={slot.scheduleSlotId}>
            <Link
              to={`/booking/${partner.userId}/${slot.scheduleSlotId}`}
              replace
              state={{ isFirstScreen: isFirstScreen(location) }}
              className="flex min-h-16 items-center gap-4 px-4 py-3 outline-offset-[-2px] transition-colors hover:bg-sunken"
            >
              <span className="grid flex-1 gap-0.5">
                <span className="text-sm text-ink-soft">
                  {dayHeading(dayAt(viewerZone(), slot.startsAt.getTime()))}
                  <span className="sm:hidden"> · {minutesOf(slot)}</span>
                </span>
                <span className="font-medium wrap-anywhere">
                  <SessionTimes slot={slot} partner={partner} />
                </span>
              </span>
              <span className="text-sm text-ink-soft max-sm:hidden">{minutesOf(slot)}</span>
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-faint rtl:-scale-x-100" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
