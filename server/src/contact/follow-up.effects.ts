import type { Platform } from '#platform/platform';
import { closeCaseOf, countOutcome } from './holds.ts';
import { warnRecipients, withdrawWarnings } from './warnings.ts';

/** What follows a ban: the open case is closed, and members to whom the account had written are warned. */
export function followUpEffects(effects: Platform['effects']): void {
  effects.on('userBanned', async (platform, tx, { userId, warns }) => {
    const closed = await closeCaseOf(platform, tx, userId, { outcome: 'banned' });
    const countWarned = warns && (await warnRecipients(platform, tx, { userId, reason: warns }));
    return () => {
      if (closed) countOutcome(platform, 'banned');
      countWarned?.();
    };
  });
  effects.on('userUnbanned', (_platform, tx, { userId }) => withdrawWarnings(tx, userId));
}
