import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Platform } from '#platform/platform';
import { startTestApp } from '#test/app';
import { insertPeople } from '#test/booking-proof';
import { generateDue } from './weekly-hours.jobs.ts';

const members = 250;

/** Members with two rules whose horizon is due; the job works through them in batches. */
async function withDueMembers(platform: Platform): Promise<void> {
  const now = platform.clock.now();
  await insertPeople(platform, members);
  await sql`
    INSERT INTO weekly_hours (user_id, time_zone, rules, min_notice_hours, buffer_minutes, weeks_ahead, generated_until, look_at, updated_at)
    SELECT user_id, 'Asia/Kolkata', ${JSON.stringify([
      { weekday: 2, from: '18:00', to: '20:00', duration: 30 },
      { weekday: 4, from: '09:00', to: '10:00', duration: 60 },
    ])}::jsonb, 2, 15, 2, ${now}, ${now}, ${now} FROM users`.execute(platform.db);
}

/** The number of slots and the members who lack some, of three Tuesdays with four slots and two Thursdays with one. */
async function countSlots({ db }: Platform): Promise<{ slots: number; incomplete: number }> {
  const { rows } = await sql<{ slots: number; incomplete: number }>`
    SELECT coalesce(sum(count), 0)::integer AS slots, (count(*) FILTER (WHERE count <> 14))::integer AS incomplete FROM (
      SELECT count(starts_at) AS count FROM weekly_hours LEFT JOIN schedule_slots USING (user_id) GROUP BY user_id) AS made
  `.execute(db);
  return rows[0]!;
}

test('two nodes that generate at once make each slot once', async () => {
  const { platform, startNode } = await startTestApp();
  const other = await startNode();
  await withDueMembers(platform);
  await Promise.all([generateDue(platform), generateDue(other.platform), generateDue(platform)]);
  // A run that found the other one at work leaves the rest to it.
  expect(await countSlots(platform)).toEqual({ slots: members * 14, incomplete: 0 });
  await generateDue(other.platform);
  expect(await countSlots(platform)).toEqual({ slots: members * 14, incomplete: 0 });
});

test('a node that ends in the middle of a batch loses nothing: the next run makes the rest', async () => {
  const { platform } = await startTestApp();
  await withDueMembers(platform);
  // The second batch fails after its slots were inserted, as at a kill: the progress is never written.
  await sql`CREATE TABLE batches (at timestamptz)`.execute(platform.db);
  await sql`CREATE FUNCTION fail_second() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF (SELECT count(*) FROM batches) > 0 THEN RAISE 'killed'; END IF;
    INSERT INTO batches VALUES (now()); RETURN NULL; END $$`.execute(platform.db);
  await sql`CREATE TRIGGER fail_second AFTER UPDATE ON weekly_hours FOR EACH STATEMENT EXECUTE FUNCTION fail_second()`.execute(
    platform.db,
  );
  try {
    await expect(generateDue(platform)).rejects.toThrow('killed');
    expect(await countSlots(platform)).toEqual({ slots: 1400, incomplete: members - 100 });
  } finally {
    await sql`DROP FUNCTION fail_second() CASCADE`.execute(platform.db);
    await sql`DROP TABLE batches`.execute(platform.db);
  }
  await generateDue(platform);
  expect(await countSlots(platform)).toEqual({ slots: members * 14, incomplete: 0 });
});
