import { ApiError } from '@parlance/contract/errors';
import { endSessions, forgetAddresses, forgetAdmin, formerAddresses, spendProof } from '#access/access';
import type { Platform } from '#platform/platform';
import { retriedTransaction } from '#platform/retried-transaction';
import type { Caller } from '#platform/serve';
import { lockPerson } from './account.ts';

/**
 * Deletes the account in one transaction: the other slices act while the person is still known, then the row goes and takes
 * everything that names it along. There is no undo.
 */
export async function deleteAccount(platform: Platform, { userId }: Caller, token: string): Promise<void> {
  const afterCommit = await retriedTransaction(platform, async (tx) => {
    await lockPerson(tx, userId);
    const { email, phone } = await tx
      .selectFrom('users')
      .select(['email', 'phone'])
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new ApiError('SessionInvalid'));
    const addresses = [email, phone].filter((address) => address !== null);
    await spendProof(platform, tx, { type: 'delete-user', token, addresses, userId });
    const known = [...new Set([...addresses, ...(await formerAddresses(tx, userId))])];
    const cutSessions = await endSessions(platform, tx, { userId });
    const afterEffects = await platform.effects.run(platform, tx, 'userDeleted', { userId });
    await forgetAddresses(platform, tx, known);
    await tx.deleteFrom('users').where('user_id', '=', userId).execute();
    return async () => {
      await cutSessions();
      platform.realtime.cutUser(userId);
      platform.mail.forget(known);
      await afterEffects();
    };
  });
  forgetAdmin(platform);
  await afterCommit();
}
