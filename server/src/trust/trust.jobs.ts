import { sql } from 'kysely';
import type { Platform } from '#platform/platform';
import { readRecord } from './record.ts';

const lookEverySeconds = 30;
const turnsAtOnce = 100;

/** Recomputes cards whose record may have changed. */
export function trustJobs(platform: Platform): void {
  platform.jobs.every(lookEverySeconds, 'records of sessions', () => decideDue(platform));
}

export async function decideDue(platform: Platform): Promise<void> {
  while (await takeTurns(platform)) {}
}

/** One transaction: a concurrent answer waits for the locked row and queues another turn. Accounts that are being deleted are skipped. */
async function takeTurns({ db, clock }: Platform): Promise<boolean> {
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ user_id: string }>`
      SELECT turn.user_id FROM record_turns AS turn JOIN users USING (user_id)
      WHERE turn.look_at <= ${now} ORDER BY turn.look_at LIMIT ${turnsAtOnce}
      FOR UPDATE OF turn SKIP LOCKED FOR NO KEY UPDATE OF users SKIP LOCKED`.execute(tx);
    for (const { user_id } of rows) {
      const { comesReliably, changesAt } = await readRecord(tx, user_id, now);
      await tx
        .updateTable('users')
        .set({ comes_reliably: comesReliably })
        .where('user_id', '=', user_id)
        .where('comes_reliably', '<>', comesReliably)
        .execute();
      await (changesAt
        ? tx.updateTable('record_turns').set({ look_at: changesAt }).where('user_id', '=', user_id).execute()
        : tx.deleteFrom('record_turns').where('user_id', '=', user_id).execute());
    }
    return rows.length === turnsAtOnce;
  });
}
