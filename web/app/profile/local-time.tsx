import { t } from '@parlance/words/current';
import Clock from 'lucide-react/icons/clock';
import { classNames } from '#lib/class-names';
import { sentence } from '#lib/sentence';
import { useHydrated } from '#lib/use-hydrated';
import { useNow } from '#lib/use-now';
import { timeText, zoneName } from '#schedule/time-text';

const minuteMs = 60_000;

/** The member's local time. */
export function LocalTime({ timeZone, name }: { timeZone: string; name: string }) {
  const now = new Date(useNow(minuteMs));
  const isHydrated = useHydrated();
  const time = timeText(now, { zone: timeZone });
  const zone = zoneName(timeZone, now);
  return (
    <p className={classNames('flex items-start gap-2 text-ink-soft', !isHydrated && 'invisible')}>
      <Clock aria-hidden="true" className="mt-1 size-4 shrink-0" />
      {/* The server keeps the place: its clock stands still, and its names of zones may be others than the browser's. */}
      <span key={String(isHydrated)} className="min-w-0" suppressHydrationWarning>
        {isHydrated
          ? // words: the local time of another person: It is 6:00 PM for Aiko · Japan Standard Time
            sentence('It is {time} for {name} · {zone}', {
              time: <time dateTime={now.toISOString()}>{time}</time>,
              name: <bdi>{name}</bdi>,
              zone,
            })
          : t('It is {time} for {name} · {zone}', { time, name, zone })}
      </span>
    </p>
  );
}
