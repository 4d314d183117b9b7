import { sql } from 'kysely';
import type { Platform } from '#platform/platform';
import { lockSchedules } from './bookings.ts';
import { generateSlots, type HoursRow } from './weekly-generation.ts';

const lookEverySeconds = 60;
/** One transaction: short enough that bookings with these members hardly wait. */
const membersAtOnce = 100;
/** Advisory lock of the job, the same on every node. */
const jobLock = 5_300_518;

/** Moves the horizon of weekly hours by a day, after midnight in the zone of each. */
export function weeklyHoursJobs(platform: Platform): void {
  platform.jobs.every(lookEverySeconds, 'weekly hours', () => generateDue(platform));
}

export async function generateDue(platform: Platform): Promise<void> {
  await platform.db
    .deleteFrom('weekly_hours_exceptions')
    .where('starts_at', '<=', platform.clock.now())
    .execute();
  while (await generateBatch(platform));
}

/** Slots and progress of some members in one transaction: a stopped process loses neither. Returns whether more can be due. */
async function generateBatch(platform: Platform): Promise<boolean> {
  const now = platform.clock.now();
  return platform.db.transaction().execute(async (tx) => {
    const lock = await sql<{
      is_alone: boolean;
    }>`SELECT pg_try_advisory_xact_lock(${jobLock}) AS is_alone`.execute(tx);
    // Another node runs the job.
    if (!lock.rows[0]?.is_alone) return false;
    const due = sql<HoursRow>`
      SELECT hours.* FROM weekly_hours AS hours JOIN users USING (user_id)
      WHERE look_at <= ${now} AND banned_at IS NULL ORDER BY look_at, user_id LIMIT ${membersAtOnce}`;
    const userIds = (await due.execute(tx)).rows.map(({ user_id }) => user_id);
    if (userIds.length === 0) return false;
    await lockSchedules(tx, userIds);
    // Read again under the locks: a member may have changed the hours or deleted the account.
    const { rows } = await sql<HoursRow>`
      SELECT hours.* FROM weekly_hours AS hours JOIN users USING (user_id)
      WHERE user_id = ANY (${userIds}::uuid[]) AND look_at <= ${now} AND banned_at IS NULL`.execute(tx);
    await generateSlots(platform, tx, rows);
    return true;
  });
}
