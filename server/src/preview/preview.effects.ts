import type { Platform } from '#platform/platform';
import type { KeptPages } from './kept-pages.ts';

const topic = 'page:changed';

/**
 * Lets no kept page outlive what happened to somebody on it: after the answer to a change, a ban or a deletion none is sent. The other
 * nodes hear of it; without Redis theirs are gone after their seconds.
 */
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
