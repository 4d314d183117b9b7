import { spoken, t } from '@parlance/words/current';
import { classNames } from '#lib/class-names';
import { useHydrated } from '#lib/use-hydrated';
import { useNow } from '#lib/use-now';

const minuteMs = 60_000;
const dayMs = 86_400_000;
// From the seventh day on the weekday alone could be the one of this week.
const weekdayMaxMs = 6 * dayMs;

/** 'Next free: Wed 18:00' in the viewer's time zone; nothing once the time has come. */
export function NextFree({ at }: { at: Date | null | undefined }) {
  const now = useNow(minuteMs);
  const isHydrated = useHydrated();
  if (!at || at.getTime() <= now) return null;
  const { date } = spoken();
  const day = date(at, at.getTime() - now < weekdayMaxMs ? 'shortWeekday' : 'shortDay');
  return (
    // The server keeps the place: it does not know the viewer's time zone.
    <p
      key={String(isHydrated)}
      className={classNames('text-sm font-medium', !isHydrated && 'invisible')}
      suppressHydrationWarning
    >
      {/* words: the next time at which a person can be booked: Next free: Wed 18:00 */}
      {t('Next free: {day} {time}', { day, time: date(at, 'clock') })}
    </p>
  );
}
