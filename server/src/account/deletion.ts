import {
  endSessions,
  findDeletionProof,
  forgetAddresses,
  forgetAdmin,
  formerAddresses,
  lockSignInMethods,
  refuseDeletionBy,
  spendProof,
  tellDeleted,
} from '#access/access';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { wordsFor } from '#platform/reader-words';
import { retriedTransaction } from '#platform/retried-transaction';
import type { Caller } from '#platform/serve';
import { lockPerson } from './person-lock.ts';

interface Addresses {
  email: string | null;
  phone: string | null;
}

/**
 * Deletes the account of the caller, who proves an address. A deletion has no undo, so it is reported to every current address and to
 * every former address whose change can still be undone.
 */
export async function deleteAccount(platform: Platform, { userId }: Caller, token: string): Promise<void> {
  await endAccount(platform, userId, async (tx, { email, phone }) => {
    const rule = await findDeletionProof(platform, tx, userId, { email, phone });
    const addresses = [...new Set([...rule.own, ...rule.addresses])];
    // Checked again under the lock: the code can predate a change or come from a node with another clock.
    refuseDeletionBy(rule, await spendProof(platform, tx, { type: 'delete-user', token, addresses, userId }));
    return [...rule.own, ...rule.told];
  });
}

/**
 * Deletes an account in one transaction: the other slices act while the row exists, then its deletion cascades. `confirm` decides under
 * the locks of the member and returns the addresses that get a notice, or null to leave the account as it is.
 */
export async function endAccount(
  platform: Platform,
  userId: string,
  confirm: (tx: Tx, addresses: Addresses) => Promise<string[] | null>,
): Promise<void> {
  const afterCommit = await retriedTransaction(platform, async (tx) => {
    await lockPerson(tx, userId);
    const { email, phone, locale } = await lockSignInMethods(tx, userId);
    const told = await confirm(tx, { email, phone });
    if (told === null) return null;
    const owned = [email, phone].filter((address) => address !== null);
    const known = [...new Set([...owned, ...(await formerAddresses(tx, userId))])];
    const disconnectSessions = await endSessions(platform, tx, { userId });
    const afterEffects = await platform.effects.run(platform, tx, 'userDeleted', { userId });
    await forgetAddresses(platform, tx, known);
    await tx.deleteFrom('users').where('user_id', '=', userId).execute();
    return async () => {
      await disconnectSessions();
      platform.realtime.disconnectUser(userId);
      platform.mail.forget(known);
      for (const to of new Set(told)) tellDeleted(platform, { to, words: wordsFor(platform, locale) });
      await afterEffects();
    };
  });
  if (afterCommit === null) return;
  forgetAdmin(platform);
  await afterCommit();
}
