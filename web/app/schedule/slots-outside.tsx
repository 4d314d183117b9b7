import type { OwnScheduleSlot } from '@parlance/contract/schedule';
import { t } from '@parlance/words/current';
import { sentence } from '#lib/sentence';
import { nameOf } from '#people/person-name';
import { Button } from '#ui/button';
import type { CalendarDay } from './calendar-grid';
import { dayHeading, timeRangeText } from './time-text';

interface SlotsOutsideProps {
  days: CalendarDay[];
  zone: string;
  onRemove: (slot: OwnScheduleSlot) => void;
}

/** Own slots outside the shown hours, for example after a change of time zone. */
export function SlotsOutside({ days, zone, onRemove }: SlotsOutsideProps) {
  const outside = days.flatMap(({ day, slotsOutside }) => slotsOutside.map((slot) => ({ day, slot })));
  if (outside.length === 0) return null;
  return (
    <section aria-label={t("Slots outside the calendar's hours")} className="grid gap-2">
      <h3 className="text-base">{t('Outside these hours')}</h3>
      <ul className="divide-y divide-line border-y border-line">
        {outside.map(({ day, slot }) => (
          <li key={slot.scheduleSlotId} className="flex min-h-12 flex-wrap items-center gap-x-4 py-1">
            <span className="flex-1">
              {sentence('{day}, {time}', {
                day: dayHeading(day),
                time: <bdi>{timeRangeText(slot, { zone })}</bdi>,
              })}
            </span>
            {slot.bookedByUser ? (
              <span className="text-ink-soft max-sm:basis-full">
                {sentence('Booked by {name}', { name: <bdi>{nameOf(slot.bookedByUser)}</bdi> })}
              </span>
            ) : (
              <Button variant="quiet" onClick={() => onRemove(slot)}>
                {t('Remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
