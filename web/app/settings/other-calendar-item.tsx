import type { BusyCalendar } from '@parlance/contract/busy-calendars';
import { counted, spoken, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { readAgain } from '#lib/read-again';
import { sentence } from '#lib/sentence';
import { scheduleKey } from '#schedule/schedule-queries';
import { useSignedIn } from '#session/signed-in';
import { Button } from '#ui/button';
import { Choice } from '#ui/choice';
import { lastUsed } from './account/last-used';
import { useSaving } from './section/use-saving';

interface OtherCalendarItemProps {
  calendar: BusyCalendar;
  canCheck: boolean;
  onRemoved: () => void;
}

/** One external calendar: address, options and state. */
export function OtherCalendarItem({ calendar, canCheck, onRemoved }: OtherCalendarItemProps) {
  const { busyCalendarId, host, busyCount, hides } = calendar;
  const { calls } = useSignedIn().runtime;
  const cache = useQueryClient();
  const [name, hostId] = [useId(), useId()];
  const choosing = useSaving({
    success: word('Saved.'),
    failure: word('The choice could not be saved'),
  });
  const checking = useSaving({
    success: word('Calendar read'),
    failure: word('The calendar could not be read. Times read earlier are kept.'),
  });
  const removing = useSaving({
    success: word('Calendar removed'),
    failure: word('The calendar could not be removed'),
  });
  const isBusy = choosing.saving || checking.saving || removing.saving;

  const choose = (wanted: boolean) =>
    void choosing.save(async () => {
      await calls.setBusyCalendar({ busyCalendarId, hides: wanted });
      await readAgain(cache, scheduleKey);
    });
  const check = async () => {
    const { state } = await calls.checkBusyCalendar({ busyCalendarId });
    await readAgain(cache, scheduleKey);
    if (state === 'failing') throw new Error('the calendar could not be read');
  };
  const remove = async () => {
    await calls.removeBusyCalendar({ busyCalendarId });
    await readAgain(cache, scheduleKey);
    onRemoved();
  };

  return (
    <li className="grid gap-3 rounded-md bg-sunken p-3">
      <div className="grid gap-0.5">
        <p id={hostId} className="font-medium wrap-anywhere">
          <bdi>{host}</bdi>
        </p>
        <p>
          {counted(
            busyCount,
            '1 busy time in the next four weeks',
            '{count} busy times in the next four weeks',
          )}
        </p>
        <p className={calendar.failingSince ? 'text-danger' : 'text-ink-soft'}>{stateText(calendar)}</p>
      </div>
      <fieldset className="grid gap-2">
        <legend className="sr-only">
          {sentence('Free times of yours that clash with {calendar}', { calendar: <bdi>{host}</bdi> })}
        </legend>
        <div className="flex flex-wrap gap-2">
          <Choice type="radio" name={name} checked={!hides} onChange={() => choose(false)}>
            {t('Mark them for me')}
          </Choice>
          <Choice type="radio" name={name} checked={hides} onChange={() => choose(true)}>
            {t('Hide my free times that clash')}
          </Choice>
        </div>
      </fieldset>
      <div className="flex flex-wrap gap-3">
        {canCheck && (
          <Button
            aria-describedby={hostId}
            busy={checking.saving}
            disabled={isBusy}
            onClick={() => void checking.save(check)}
          >
            {t('Check now')}
          </Button>
        )}
        <Button
          variant="quiet"
          aria-describedby={hostId}
          busy={removing.saving}
          disabled={isBusy}
          onClick={() => void removing.save(remove)}
        >
          {t('Remove')}
        </Button>
      </div>
    </li>
  );
}

function stateText({ failingSince, readAt }: BusyCalendar): string {
  return failingSince
    ? t('Not readable since {moment}. Times read earlier are kept.', {
        moment: spoken().date(failingSince, 'moment'),
      })
    : t('Last read: {when}', { when: lastUsed(readAt, new Date()) });
}
