import type { Platform } from '#platform/platform';
import { warnRecipients, withdrawWarnings } from './warnings.ts';

/** Warns the members to whom a banned account had written; an unban withdraws the warnings. */
export function followUpEffects(effects: Platform['effects']): void {
  effects.on('userBanned', async (platform, tx, { userId, warns }) =>
    warns === undefined ? undefined : warnRecipients(platform, tx, { userId, reason: warns }),
  );
  effects.on('userUnbanned', (_platform, tx, { userId }) => withdrawWarnings(tx, userId));
}
