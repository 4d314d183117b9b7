import type { Platform } from '#platform/platform';
import type { KeptPages } from './kept-pages.ts';

const topic = 'page:changed';

/** Evicts cached pages of a changed, banned or deleted member before the answer. Without Redis other nodes' pages expire by age. */
export function followPeople({ effects, realtime }: Platform, kept: Pick<KeptPages, 'drop'>): void {
  const names = [
    'userListingChanged',
    'userProfileChanged',
    'userBanned',
    'userUnbanned',
    'userDeleted',
  ] as const;
  for (const name of names) {
    effects.on(name, async (_platform, _tx, { userId }) => () => {
      kept.drop(userId);
      realtime.tellNodes(topic, [userId]);
    });
  }
  realtime.onNodeTold(topic, (userIds) => {
    for (const userId of userIds) kept.drop(userId);
  });
}
