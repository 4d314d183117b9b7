import Clock from 'lucide-react/icons/clock';
import { classNames } from '#lib/class-names';
import { isWritten } from '#lib/is-written';
import { sentence } from '#lib/sentence';
import { useNow } from '#lib/use-now';
import { timeText, zoneName } from '#schedule/time-text';

const minuteMs = 60_000;

/** What time it is for the other person: whether to write now, and when they may answer. */
export function LocalTime({ timeZone, name }: { timeZone: string; name: string }) {
  const now = new Date(useNow(minuteMs));
  return (
    // A written page keeps the place: in it the time would stand still.
    <p className={classNames('flex items-start gap-2 text-ink-soft', isWritten && 'invisible')}>
      <Clock aria-hidden="true" className="mt-1 size-4 shrink-0" />
      <span className="min-w-0">
        {/* words: what time it is for somebody elsewhere: It is 6:00 PM for Aiko · Japan Standard Time */}
        {sentence('It is {time} for {name} · {zone}', {
          time: <time dateTime={now.toISOString()}>{timeText(now, { zone: timeZone })}</time>,
          name: <bdi>{name}</bdi>,
          zone: zoneName(timeZone, now),
        })}
      </span>
    </p>
  );
}
