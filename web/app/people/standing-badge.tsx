import type { SearchUser } from '@parlance/contract/people';
import { newcomerDays } from '@parlance/contract/reliability';
import { t } from '@parlance/words/current';
import { dayChangeGridMs, useNow } from '#lib/use-now';
import { Badge } from '#ui/badge';

const dayMs = 86_400_000;

/** A badge for reliable members, and one for newcomers, who have no record yet. */
export function StandingBadge({ person: { comesReliably, createdAt } }: { person: SearchUser }) {
  const now = useNow(dayChangeGridMs);
  if (comesReliably) return <Badge>{t('Reliable')}</Badge>;
  const isNew = now - createdAt.getTime() < newcomerDays * dayMs;
  return isNew && <Badge>{t('New here')}</Badge>;
}
