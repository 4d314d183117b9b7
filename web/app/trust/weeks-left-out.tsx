import type { Weekly } from '@parlance/contract/reliability';
import { t } from '@parlance/words/current';
import { dayHeading } from '#schedule/time-text';
import { viewerZone } from '#schedule/viewer-zone';
import { dayAt } from '#schedule/zoned-time';

/** Weeks of a series without a session, on the row of the following one. */
export function WeeksLeftOut({ weeks }: { weeks: Weekly['leftOut'] }) {
  return weeks.map(({ startsAt, reason }) => {
    const day = dayHeading(dayAt(viewerZone(), startsAt.getTime()));
    return (
      <p key={startsAt.getTime()} className="text-sm text-ink-soft">
        {reason === 'busy'
          ? t('Not on {day}: one of you is busy then.', { day })
          : t('Not on {day}: this one is skipped.', { day })}
      </p>
    );
  });
}
