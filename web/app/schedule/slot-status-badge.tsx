import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import History from 'lucide-react/icons/history';
import Radio from 'lucide-react/icons/radio';
import Repeat from 'lucide-react/icons/repeat';
import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names';
import type { SlotStatus } from './session-status';

const past = {
  label: word('Past', 'a time'),
  Icon: History,
  className: 'pattern-dotted border border-transparent bg-past-soft text-past',
};

/** Label, icon and fill of each status, so that colour is not the only cue; the calendar uses the same fills. */
export const slotStatuses = {
  free: {
    label: word('Free', 'a slot that can be booked'),
    Icon: CalendarPlus,
    className: 'border border-dashed border-free bg-free-soft text-free',
  },
  booked: {
    label: word('Booked', 'a time'),
    Icon: CalendarCheck,
    className: 'pattern-hatched border border-booked bg-booked-soft text-booked',
  },
  'in-session': {
    label: word('In Session'),
    Icon: Radio,
    className: 'border-2 border-in-session bg-in-session-soft text-in-session',
  },
  started: { ...past, label: word('Started', 'a time') },
  past,
};

/** A free slot that was generated from weekly hours, in the owner's calendar. */
export const weeklySlot = { ...slotStatuses.free, label: word('From weekly hours'), Icon: Repeat };

/** Badge of a slot's status. `children` replaces the label. */
export function SlotStatusBadge({ status, children }: { status: SlotStatus; children?: ReactNode }) {
  const { label, Icon, className } = slotStatuses[status];
  return (
    <span
      className={classNames(
        'inline-flex min-h-7 items-center gap-1.5 rounded-sm px-2 py-0.5 text-sm leading-tight font-medium',
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {children ?? t(label)}
    </span>
  );
}
