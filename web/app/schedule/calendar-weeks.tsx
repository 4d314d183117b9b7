import { spoken, t } from '@parlance/words/current';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { samePlace } from '#lib/scroll-place';
import { LinkButton } from '#ui/link-button';
import type { ShownDays } from './shown-days';
import { addDays, type LocalDay } from './zoned-time';

/** Fragment of the settings section, restored on reload. */
const hash = 'availability';

const dateOf = (day: LocalDay) => new Date(`${day}T00:00:00Z`);

interface CalendarWeeksProps {
  days: ShownDays;
  today: LocalDay;
  /** Default day if the URL names none. */
  opening: LocalDay;
}

/** Navigation between weeks; the URL keeps the position. */
export function CalendarWeeks({ days, today, opening }: CalendarWeeksProps) {
  const { firstDay, dayCount, previous, next } = days;
  const lastDay = addDays(firstDay, dayCount - 1);
  const isNow = firstDay <= today && today <= lastDay;
  const isWeek = dayCount === 7;
  // A live region that is there from the start would be read when the settings open.
  const [isMoved, setMoved] = useState(false);
  const stay = {
    state: samePlace(useLocation()),
    preventScrollReset: true,
    onClick: () => setMoved(true),
  };
  const linkTo = (day: LocalDay) => ({ search: `?from=${day}`, hash });
  return (
    <nav aria-label={t('Weeks')} className="flex flex-wrap items-center gap-2">
      <LinkButton
        to={linkTo(previous)}
        {...stay}
        aria-label={isWeek ? t('Previous week') : t('Previous days')}
        className="px-0"
      >
        <ChevronLeft aria-hidden="true" className="size-5 rtl:-scale-x-100" />
      </LinkButton>
      <LinkButton
        to={linkTo(next)}
        {...stay}
        aria-label={isWeek ? t('Next week') : t('Next days')}
        className="px-0"
      >
        <ChevronRight aria-hidden="true" className="size-5 rtl:-scale-x-100" />
      </LinkButton>
      <h3
        aria-live={isMoved ? 'polite' : undefined}
        className="text-lg tabular-nums max-sm:order-first max-sm:w-full sm:px-1"
      >
        {spoken().dateRange(dateOf(firstDay), dateOf(lastDay), 'longDay', 'UTC')}
      </h3>
      {!isNow && (
        <LinkButton to={today === opening ? { hash } : linkTo(today)} {...stay} variant="quiet">
          {t('Today')}
        </LinkButton>
      )}
    </nav>
  );
}
