import {
  type OwnScheduleSlot,
  slotDurationDefault,
  slotDurations,
  slotGridMinutes,
} from '@parlance/contract/schedule';
import { counted, t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useMediaQuery } from '#lib/use-media-query';
import { useNow } from '#lib/use-now';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Choice } from '#ui/choice';
import { showToast } from '#ui/toast';
import { busyTimesQuery } from './busy-queries';
import { buildCalendarGrid, type CalendarCell, isBusyElsewhere } from './calendar-grid';
import { CalendarLegend } from './calendar-legend';
import { CalendarTable } from './calendar-table';
import { CalendarWeeks } from './calendar-weeks';
import { RepeatWeeks } from './repeat-weeks';
import { openingDay, readDay, shownDays, weekOf } from './shown-days';
import { SlotForm } from './slot-form';
import { slotsInSelection } from './slot-selection';
import { SlotsOutside } from './slots-outside';
import { zoneName } from './time-text';
import { useAnnouncement } from './use-announcement';
import { useBriefNotice } from './use-brief-notice';
import { useLiveSchedule } from './use-live-schedule';
import { useOwnSlots } from './use-own-slots';
import { viewerZone } from './viewer-zone';
import { addDays, dayAt, startOfDay } from './zoned-time';

const gridMs = slotGridMinutes * 60_000;

const addedText = (count: number): string => counted(count, 'Slot added', '{count} slots added');

/** Editor of the member's availability: week grid, form and bulk actions. */
export function AvailabilityCalendar() {
  const zone = viewerZone();
  // Cells change only at quarters of an hour.
  const now = useNow(gridMs);
  const today = dayAt(zone, now);
  const isWide = useMediaQuery('(min-width: 48rem)');
  const [search] = useSearchParams();
  const { key } = useLocation();
  // Fixed on opening: days must not shift while the member is selecting.
  // biome-ignore lint/correctness/useExhaustiveDependencies: pressing Today opens it anew
  const opening = useMemo(() => openingDay(zone, Date.now()), [zone, key]);
  const days = shownDays(readDay(search.get('from')) ?? opening, isWide);
  const { firstDay, dayCount } = days;
  const week = weekOf(firstDay);
  const until = addDays(weekOf(addDays(firstDay, dayCount - 1)), 7);
  const span = { from: new Date(startOfDay(zone, week)), until: new Date(startOfDay(zone, until)) };
  const own = useOwnSlots(span);
  const { runtime, user } = useSignedIn();
  // Marks only: without them the calendar works as before.
  const { data: busyTimes } = useQuery(busyTimesQuery(runtime.calls, user.userId, span));
  const { slots, publish, remove } = own;
  const [duration, setDuration] = useState<number>(slotDurationDefault);
  const { announcement, announce } = useAnnouncement();
  const { notice, showNotice } = useBriefNotice();
  const durationName = useId();
  useLiveSchedule();

  const grid = useMemo(
    () =>
      buildCalendarGrid({
        zone,
        firstDay,
        dayCount,
        now: new Date(now),
        slots: slots ?? [],
        busyTimes: busyTimes ?? [],
      }),
    [zone, firstDay, dayCount, now, slots, busyTimes],
  );

  const create = async (cells: CalendarCell[]) => {
    const wanted = slotsInSelection(cells, duration, slots ?? []);
    if (wanted.length === 0) {
      showNotice(counted(duration, '1 minute does not fit here.', '{count} minutes do not fit here.'));
      return;
    }
    const { created, failed } = await publish(wanted);
    if (failed[0]) showNotice(failed[0].message);
    else if (created.some((slot) => isBusyElsewhere(slot, busyTimes ?? [])))
      showNotice(t('Added. Your other calendar is busy at this time.'));
    else announce(addedText(created.length));
  };
  const takeAway = async (slot: OwnScheduleSlot) => {
    const problem = await remove(slot);
    if (problem !== null) showNotice(problem);
    else {
      showToast({
        title: t('Slot removed.'),
        action: { label: t('Undo'), onSelect: () => void bringBack(slot) },
      });
    }
  };
  const bringBack = async (slot: OwnScheduleSlot) => {
    const [failure] = (await publish([slot])).failed;
    if (!failure) announce(addedText(1));
    // A toast, because the member can be on another screen by now.
    else {
      const title = t('The slot could not be brought back.');
      showToast({ title, description: failure.message, tone: 'danger' });
    }
  };

  return (
    <div className="grid gap-6">
      <fieldset className="grid gap-2">
        <legend className="font-medium">{t('Length of a slot')}</legend>
        <div className="mt-2 flex flex-wrap gap-2">
          {slotDurations.map((minutes) => (
            <Choice
              key={minutes}
              type="radio"
              name={durationName}
              checked={minutes === duration}
              onChange={() => setDuration(minutes)}
            >
              <span className="tabular-nums">{counted(minutes, '1 min', '{count} min')}</span>
            </Choice>
          ))}
        </div>
      </fieldset>
      <div className="grid grid-cols-1 gap-3">
        <CalendarWeeks days={days} today={today} opening={opening} />
        <p className="text-sm text-ink-soft">
          {t('Drag over free times, or hold and drag with a finger. Press a slot of yours to remove it.')}
          <span className="pointer-coarse:hidden">
            {' '}
            {t(
              'On a keyboard, arrows move, Space selects, Shift and arrows select more, Space or Enter adds what is selected, Delete removes.',
            )}
          </span>{' '}
          {t('Times are {zone}.', { zone: zoneName(zone, new Date(startOfDay(zone, firstDay))) })}
        </p>
        <CalendarLegend hasBusyTimes={busyTimes !== undefined && busyTimes.length > 0} />
        <div className="relative">
          <CalendarTable
            grid={grid}
            zone={zone}
            today={today}
            isBusy={slots === undefined}
            onCreate={(cells) => void create(cells)}
            onRemove={(slot) => void takeAway(slot)}
            onSay={announce}
          />
          <div className="pointer-events-none absolute inset-x-3 bottom-3 z-20 *:pointer-events-auto">
            {notice}
          </div>
        </div>
        {announcement}
        {own.isError && slots === undefined && (
          <Banner tone="danger" action={<Button onClick={own.reload}>{t('Try again')}</Button>}>
            {t('Your availability could not be loaded. Nothing was lost.')}
          </Banner>
        )}
        <SlotsOutside days={grid.days} zone={zone} onRemove={(slot) => void takeAway(slot)} />
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        <SlotForm key={firstDay} zone={zone} firstDay={firstDay > today ? firstDay : today} own={own} />
        <RepeatWeeks zone={zone} week={week} own={own} />
      </div>
    </div>
  );
}
