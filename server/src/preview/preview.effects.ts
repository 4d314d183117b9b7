import type { Platform } from '#platform/platform';
import type { PageCache } from './page-cache.ts';

const topic = 'page:changed';

/** Evicts cached pages of a changed, banned or deleted member before the answer. Without Redis other nodes' pages expire by age. */
export function followPeople({ effects, realtime }: Platform, pageCache: Pick<PageCache, 'drop'>): void {
  const names = [
    'userListingChanged',
    'userProfileChanged',
    'userBanned',
    'userUnbanned',
    'userDeleted',
  ] as const;
  for (const name of names) {
    effects.on(name, async (_platform, _tx, { userId }) => () => {
      pageCache.drop(userId);
      realtime.tellNodes(topic, [userId]);
    });
  }
  realtime.onNodeTold(topic, (userIds) => {
    for (const userId of userIds) pageCache.drop(userId);
  });
}
