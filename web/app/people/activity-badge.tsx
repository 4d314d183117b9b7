import { t } from '@parlance/words/current';
import { useHydrated } from '#lib/use-hydrated';
import { useNow } from '#lib/use-now';
import { Badge } from '#ui/badge';
import { activityOf } from './activity';

const minuteMs = 60_000;
const dayMs = 86_400_000;

export function ActivityBadge({ lastActiveAt }: { lastActiveAt: Date | null | undefined }) {
  const now = useNow(minuteMs);
  const isHydrated = useHydrated();
  const activity = activityOf(lastActiveAt, now);
  const isNow = activity === 'Active now';
  if (!isHydrated && !isNow) {
    // The server does not know the viewer's midnight, so it reserves the space of a possible badge.
    const mayBeToday = lastActiveAt != null && now - lastActiveAt.getTime() < dayMs;
    return mayBeToday && <span className="h-6 w-24" />;
  }
  if (!activity) return null;
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
