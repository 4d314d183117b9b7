import { sql } from 'kysely';
import type { Tx } from '#platform/effects';

/** Takes the exclusive advisory lock of a member: messages from and to the member hold it shared, so it waits for those in flight. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(person_lock_key(${userId}::uuid))`.execute(tx);
}
