import { sql } from 'kysely';
import type { Platform } from '#platform/platform';
import { endsAccounts, eraseAccounts } from './account-ends.ts';
import type { ProgrammeRow } from './roles.ts';

const rowsAtOnce = 500;
const tables = [
  'programme_hours',
  'programme_help',
  'programme_pairs',
  'programme_rounds',
  'programme_messages',
  'programme_removals',
  'invitations',
  'programme_places',
] as const;

/**
 * Ends a programme on its day: the state changes first, together with the counts that remain, so that nothing is added meanwhile; then
 * the rows are deleted in batches; last the accounts, if the programme ends them, with the places that list them. An interrupted job
 * continues.
 */
export async function eraseProgramme(platform: Platform, programme: ProgrammeRow): Promise<void> {
  const { db, clock } = platform;
  const { programme_id: programmeId } = programme;
  await sql`
    UPDATE programmes SET state = 'erased', counts = jsonb_build_object(
      'students', (SELECT count(*) FROM programme_places WHERE programme_id = ${programmeId}),
      'pairs', (SELECT count(*) FROM programme_pairs WHERE programme_id = ${programmeId}),
      'minutes', (SELECT coalesce(jsonb_object_agg(language_code, minutes), '{}') FROM (
        SELECT half.language_code, round(sum(half.ms) / 60000) AS minutes FROM programme_hours AS hours
        CROSS JOIN LATERAL (VALUES (hours.first_language, hours.first_ms), (hours.second_language, hours.second_ms))
          AS half (language_code, ms)
        WHERE hours.programme_id = ${programmeId} AND hours.confirmed_at IS NOT NULL AND half.language_code IS NOT NULL
        GROUP BY half.language_code) AS sums))
    WHERE programme_id = ${programmeId} AND state <> 'erased'`.execute(db);
  await sql`
    DELETE FROM waiting_mails WHERE kind LIKE 'programme-%' AND (subject_id = ${programmeId} OR subject_id IN (
      SELECT message_id FROM programme_messages WHERE programme_id = ${programmeId}))`.execute(db);
  for (const table of tables) {
    if (table === 'programme_places' && endsAccounts(platform, programme))
      await eraseAccounts(platform, programme);
    while (await eraseSome(platform, table, programmeId)) {}
  }
  // The audit entry of a withdrawn certificate keeps the actor, but not the student and the reason.
  await db
    .updateTable('moderation_audit')
    .set({ user_id: null, reason: programme.name })
    .where('programme_id', '=', programmeId)
    .where('action', '=', 'withdraw-certificate')
    .execute();
  // A certificate can still be withdrawn by its link, which names the programme; the row must not name it.
  await db
    .updateTable('certificates')
    .set({ programme_id: null })
    .where('programme_id', '=', programmeId)
    .execute();
  await db
    .updateTable('programmes')
    .set({ erased_at: clock.now() })
    .where('programme_id', '=', programmeId)
    .where('state', '=', 'erased')
    .execute();
}

async function eraseSome(
  { db }: Platform,
  table: (typeof tables)[number],
  programmeId: string,
): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM ${sql.table(table)} WHERE ctid IN (
      SELECT ctid FROM ${sql.table(table)} WHERE programme_id = ${programmeId} LIMIT ${rowsAtOnce}
    ) RETURNING 1`.execute(db);
  return rows.length === rowsAtOnce;
}
