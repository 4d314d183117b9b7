import { t } from '@parlance/words/current';
import { isWritten } from '#lib/is-written';
import { useNow } from '#lib/use-now';
import { Badge } from '#ui/badge';
import { activityOf } from './activity';

const minuteMs = 60_000;

export function ActivityBadge({ lastActiveAt }: { lastActiveAt: Date | null | undefined }) {
  const activity = activityOf(lastActiveAt, useNow(minuteMs));
  const isNow = activity === 'Active now';
  if (!activity) return null;
  // When the viewer's day began is not known where the page is written: the place is kept.
  if (isWritten && !isNow) return <span className="h-6 w-24" />;
  return (
    <Badge
      tone={isNow ? 'positive' : 'neutral'}
      className="shrink-0 whitespace-nowrap"
      icon={isNow && <span aria-hidden="true" className="size-2 rounded-full bg-current" />}
    >
      {t(activity)}
    </Badge>
  );
}
