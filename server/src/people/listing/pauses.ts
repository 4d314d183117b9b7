import { sql } from 'kysely';
import type { Platform } from '#platform/platform';

const everySeconds = 30;
const membersAtOnce = 100;

/** Lists members again whose pause is over. */
export function pauseJobs(platform: Platform): void {
  platform.jobs.every(everySeconds, 'pauses that are over', async () => {
    while (await endPauses(platform)) {}
  });
}

async function endPauses(platform: Platform): Promise<boolean> {
  const { db, clock, effects } = platform;
  const { ended, afterCommit } = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ user_id: string }>`
      UPDATE users SET paused_until = null WHERE user_id IN (
        SELECT user_id FROM users WHERE paused_until <= ${clock.now()}
        ORDER BY paused_until LIMIT ${membersAtOnce} FOR NO KEY UPDATE SKIP LOCKED
      ) RETURNING user_id`.execute(tx);
    const later = [];
    for (const { user_id: userId } of rows)
      later.push(await effects.run(platform, tx, 'userListingChanged', { userId }));
    return { ended: rows.length, afterCommit: later };
  });
  for (const act of afterCommit) await act();
  return ended === membersAtOnce;
}
