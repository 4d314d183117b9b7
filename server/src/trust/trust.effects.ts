import { sql } from 'kysely';
import type { Platform } from '#platform/platform';
import { decideAnew } from './trust.ts';

export function trustEffects(effects: Platform['effects']): void {
  for (const name of ['userBlocked', 'userUnblocked'] as const) {
    effects.on(name, ({ clock }, tx, { userId, blockedUserId }) =>
      decideAnew(tx, clock.now(), [userId, blockedUserId]),
    );
  }
  // The member's answers are deleted, and the records of their partners are recomputed.
  effects.on('userDeleted', async ({ clock }, tx, { userId }) => {
    const { rows } = await sql<{ partner_user_id: string }>`
      SELECT DISTINCT partner_user_id FROM session_outcomes WHERE user_id = ${userId}`.execute(tx);
    await decideAnew(
      tx,
      clock.now(),
      rows.map(({ partner_user_id }) => partner_user_id),
    );
  });
}
