import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { migrate, migrationsFolder } from '#platform/migrate';
import { afterTest } from '#test/after-test';
import { openTestDatabase, type TestDatabase } from '#test/database';
import { createTestLog } from '#test/log';
import { startCommunity } from '#test/personas';

// All rows of an instance of 1.0.0 with its demo community, by table; columns that Postgres computes are left out.
const dump = new URL('../test/fixtures/release-1.0.0.json.gz', import.meta.url);
const rowsOf: Record<string, object[]> = JSON.parse(gunzipSync(readFileSync(dump)).toString());
const demoUser = 'demo@parlance.example';

test('a database of 1.0.0 is upgraded, keeps every row, and its members go on', async () => {
  const database = await restoreRelease();
  await database.pool.query('UPDATE users SET shows_activity = false WHERE name = $1', ['Carmen Iglesias']);
  const { applied } = await migrate(database.pool, { log: createTestLog().log });
  expect(applied[0]).toBe('0021-bookings-shown.sql');
  // Search counts and sets are computed, and some were removed.
  for (const table of [
    'users',
    'chat_messages',
    'schedule_slots',
    'schedule_sessions',
    'phrases',
    'user_languages',
  ])
    expect(await count(database, table), table).toBe(rowsOf[table]?.length);
  // Those who hide their activity are not found by it from the first search on.
  for (const table of ['listing', 'listed_people']) {
    const { rows } =
      await database.pool.query(`SELECT DISTINCT users.name = 'Carmen Iglesias' AS hides, listed.shows_activity
      FROM ${table} AS listed JOIN users USING (user_id) ORDER BY hides`);
    const expected = [
      { hides: false, shows_activity: true },
      { hides: true, shows_activity: false },
    ];
    expect(rows, table).toEqual(expected);
  }

  const { signIn, signUp, runJobs } = await startCommunity({ database, now: '2026-11-18T10:00:00.000Z' });
  const ana = await signIn(demoUser);
  const { chats } = await ana.calls.listChats({});
  expect(chats.map(({ lastMessage }) => lastMessage?.content)).toContain('Hola desde la versión 1.0.0');
  const partner = chats.find(({ lastMessage }) => lastMessage?.content === 'Hola desde la versión 1.0.0');
  const { userId = '' } = partner?.profile ?? {};
  const sent = await ana.calls.sendTextMessage({ userId, content: 'And from now' });
  const { messages } = await ana.calls.listMessages({ userId });
  expect(messages.at(0)?.chatMessageId).toBe(sent.chatMessageId);
  expect(messages.map(({ content }) => content)).toContain('Hola desde la versión 1.0.0');
  // An old message can be deleted, which needs the columns that came later.
  const own = messages.find(({ content }) => content === 'Hola desde la versión 1.0.0');
  await ana.calls.deleteMessage({ chatMessageId: own?.chatMessageId ?? '' });
  expect((await ana.calls.listBlockedUsers({})).users.map(({ name }) => name)).toEqual(['Carmen Iglesias']);
  expect((await ana.calls.listPhrases({})).phrases.map(({ text }) => text)).toContain('la sobremesa');
  await runJobs();
  const ben = await signUp('ben@example.org', { name: 'Ben', speaks: ['en'], learns: { es: 0.5 } });
  const found = await ben.calls.searchUsers({ languageCode: 'es' });
  expect(found.users.length).toBeGreaterThan(0);
  await ben.calls.sendTextMessage({ userId: ana.userId, content: 'Hi, I am new' });
  expect((await ana.calls.listChats({})).chats[0]?.profile.name).toBe('Ben');
});

/** A database as 1.0.0 left it: its migrations, its rows, its list of migrations. */
async function restoreRelease(): Promise<TestDatabase> {
  const database = await openTestDatabase();
  afterTest(async () => void (await database.close()));
  const folder = mkdtempSync(join(tmpdir(), 'parlance-release-'));
  afterTest(async () => void rmSync(folder, { recursive: true }));
  for (const name of readdirSync(migrationsFolder).filter((file) => file < '0021'))
    cpSync(join(migrationsFolder, name), join(folder, name));
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await migrate(database.pool, { log: createTestLog().log, folder });
  const client = await database.pool.connect();
  try {
    // The replica role skips triggers and reference checks, so the order of the tables does not matter.
    await client.query('BEGIN; SET LOCAL session_replication_role = replica; DELETE FROM migrations');
    for (const [table, rows] of Object.entries(rowsOf)) {
      const columns = Object.keys(rows[0] ?? {})
        .map((name) => `"${name}"`)
        .join(', ');
      await client.query(
        `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`,
        [JSON.stringify(rows)],
      );
    }
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  return database;
}

async function count({ pool }: TestDatabase, table: string): Promise<number> {
  const { rows } = await pool.query(`SELECT count(*)::int AS n FROM ${table}`);
  return rows[0].n;
}
