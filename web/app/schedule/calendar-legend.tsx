import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { classNames } from '#lib/class-names';
import { slotStatuses, weeklySlot } from './slot-status-badge';

const entries = [
  { label: word('Free', 'a time without a slot'), Icon: null, className: 'border border-line bg-surface' },
  { ...slotStatuses.free, label: word('Available to book') },
  weeklySlot,
  slotStatuses.booked,
  slotStatuses.past,
];
const ofBusyTimes = [
  {
    label: word('Busy elsewhere'),
    Icon: null,
    className: 'pattern-hatched border border-line bg-surface text-ink-soft',
  },
  { label: word('Slot at a busy time'), Icon: CircleAlert, className: 'text-danger' },
];

/** Legend of the cell fills; hidden from screen readers, since each cell's name contains its state. */
export function CalendarLegend({ hasBusyTimes }: { hasBusyTimes: boolean }) {
  return (
    <ul aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
      {[...entries, ...(hasBusyTimes ? ofBusyTimes : [])].map(({ label, Icon, className }) => (
        <li key={label} className="flex items-center gap-2">
          <span className={classNames('flex size-6 items-center justify-center rounded-sm', className)}>
            {Icon && <Icon className="size-3.5" />}
          </span>
          {t(label)}
        </li>
      ))}
    </ul>
  );
}
