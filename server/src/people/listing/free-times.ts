import { sql } from 'kysely';
import type { Platform } from '#platform/platform';

const everySeconds = 5;
/** Members per transaction, and transactions per run. */
const membersAtOnce = 500;
const batchesMax = 20;

/** Refreshes the next free slot of listed members. Search is exact without it, but reads the slots of members who wait for it. */
export function freeTimeJobs(platform: Platform): void {
  platform.jobs.every(everySeconds, 'free times of listed people', () => refreshFreeTimes(platform));
}

export async function refreshFreeTimes(platform: Platform): Promise<void> {
  for (let batch = 0; batch < batchesMax; batch++) {
    if (!(await refreshBatch(platform))) return;
  }
}

/** Returns whether there may be more. */
async function refreshBatch({ db, clock }: Platform): Promise<boolean> {
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    const { rows: changed } = await sql<{ user_id: string }>`
      DELETE FROM free_time_changes WHERE (user_id, change_id) IN (
        SELECT user_id, change_id FROM free_time_changes ORDER BY user_id LIMIT ${membersAtOnce} FOR UPDATE SKIP LOCKED
      ) RETURNING user_id`.execute(tx);
    const { rows: passed } = await sql<{ user_id: string }>`
      SELECT user_id FROM listed_people WHERE free_until <= ${now}
      ORDER BY free_until LIMIT ${membersAtOnce}`.execute(tx);
    const userIds = [...new Set([...changed, ...passed].map(({ user_id }) => user_id))];
    if (userIds.length === 0) return false;
    // Locked before the slots are read: of two concurrent refreshes the later one would otherwise store what the earlier one read.
    await sql`
      SELECT FROM listed_people WHERE user_id = ANY (${userIds}::uuid[])
      ORDER BY user_id FOR NO KEY UPDATE`.execute(tx);
    await sql`
      UPDATE listed_people AS person SET free_at = next.starts_at, free_until = next.bookable_until
      FROM unnest(${userIds}::uuid[]) AS wanted (user_id)
      LEFT JOIN LATERAL (
        SELECT starts_at, bookable_until FROM bookable_slots(wanted.user_id, ${now}) ORDER BY starts_at LIMIT 1
      ) AS next ON true
      WHERE person.user_id = wanted.user_id
        AND (person.free_at, person.free_until) IS DISTINCT FROM (next.starts_at, next.bookable_until)`.execute(
      tx,
    );
    await sql`
      UPDATE listing SET free_at = person.free_at, free_until = person.free_until
      FROM listed_people AS person
      WHERE person.user_id = ANY (${userIds}::uuid[]) AND listing.user_id = person.user_id
        AND (listing.free_at, listing.free_until) IS DISTINCT FROM (person.free_at, person.free_until)`.execute(
      tx,
    );
    return Math.max(changed.length, passed.length) === membersAtOnce;
  });
}
