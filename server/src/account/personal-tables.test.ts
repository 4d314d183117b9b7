import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { type CanaryPerson, startCanaryPerson, storedFiles } from '#test/canary-person';
import { workerDatabase } from '#test/database';
import { impersonalTables, personalTables } from '#test/personal-tables';
import { findInDatabase } from '#test/stored-texts';

const place = 'see server/test/personal-tables.ts';

interface Column {
  table: string;
  column: string;
  is_reference: boolean;
}

async function columnsOf(pool: pg.Pool): Promise<Column[]> {
  const { rows } = await pool.query<Column>(`
    SELECT table_name AS "table", column_name AS "column", EXISTS (
      SELECT FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
      WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass
        AND c.conrelid = quote_ident(table_name)::regclass AND a.attname = column_name
    ) AS is_reference
    FROM information_schema.columns WHERE table_schema = 'public'`);
  return rows;
}

/** Column names that identify a person. */
const namesSomebody = /user_id$|email|phone|address|identifier|person_id$/;

// Rules: docs/specification/account.md#deletion
describe('the list of personal tables (deletion and export)', () => {
  test('holds every table and every column that names a person', async () => {
    const columns = await columnsOf((await workerDatabase()).pool);
    const problems = columns.flatMap(({ table, column, is_reference }) => {
      const listed = personalTables[table];
      if (!listed && !(table in impersonalTables)) return [`table ${table} is on neither list: ${place}`];
      const isName = is_reference || namesSomebody.test(column);
      return isName && !listed?.names.includes(column) ? [`${table}.${column} names a person: ${place}`] : [];
    });
    expect([...new Set(problems)]).toEqual([]);
  });

  test('names only what is there, once, and says of each whether it is exported', async () => {
    const columns = await columnsOf((await workerDatabase()).pool);
    const known = new Set(columns.map(({ table, column }) => `${table}.${column}`));
    for (const [table, { names, exportedAs, notExported, stays }] of Object.entries(personalTables)) {
      for (const column of [...names, ...(stays?.columns ?? [])])
        expect(known).toContain(`${table}.${column}`);
      expect([exportedAs, notExported].filter(Boolean), table).toHaveLength(1);
      expect(impersonalTables).not.toHaveProperty(table);
    }
    const tables = new Set(columns.map(({ table }) => table));
    for (const table of Object.keys(impersonalTables)) expect(tables).toContain(table);
  });
});

/** Whether a table has a row about the person; for tables of hashes, any row counts. */
async function hasRow(
  { app, person }: CanaryPerson,
  table: string,
  names: readonly string[],
): Promise<boolean> {
  const isAbout = names
    .filter((column) => column.endsWith('user_id'))
    .map((column) => `${column} = '${person.userId}'`);
  const { rows } = await app.platform.pool.query(
    `SELECT FROM ${table} WHERE ${isAbout.join(' OR ') || 'true'} LIMIT 1`,
  );
  return rows.length > 0;
}

describe('a person with something in every table', () => {
  test('gets all of it in the export', async () => {
    const canary = await startCanaryPerson();
    const everything = await canary.person.calls.exportUser();
    for (const [table, { names, exportedAs }] of Object.entries(personalTables)) {
      const isThere = await hasRow(canary, table, names);
      expect(
        isThere,
        `the canary has no row in ${table}: give them one in server/test/canary-person.ts`,
      ).toBe(true);
      if (exportedAs === undefined) continue;
      const part = everything[exportedAs];
      const isEmpty = part === null || part === undefined || (Array.isArray(part) && part.length === 0);
      expect(isEmpty, `${exportedAs} of the export is empty, although ${table} is not: ${place}`).toBe(false);
    }
    expect(JSON.stringify(everything)).not.toContain('hash');
    // Rows about two people name the other one.
    const rowsOf = (name: string) => everything[name] as Record<string, string>[];
    const { given, received } = everything.thanks as Record<'given' | 'received', Record<string, string>[]>;
    const ofPartners = ['usedTopics', 'askedAgain', 'askedWeekly', 'outcomes'].flatMap(rowsOf);
    const ofOthers = ['blockedUsers', 'savedUsers', 'declinedUsers', 'unreadNotices', 'contactWarnings'];
    const named = [
      ...[...ofPartners, ...given, ...received].map(({ partnerUserId }) => partnerUserId),
      ...ofOthers.flatMap(rowsOf).map(({ userId }) => userId),
      ...rowsOf('cancelledSessions').map(({ otherUserId }) => otherUserId),
    ];
    expect(named).not.toContain(canary.person.userId);
    expect(named).not.toContain(undefined);
    // Reports by others would reveal the reporters.
    const made = expect.objectContaining({ text: 'zyxw-report' });
    expect(everything.reports).toEqual([made, made, made, made]);
  });

  test('gives nothing of it to a member who has nothing to do with them', async () => {
    const { app, canaries } = await startCanaryPerson();
    const newcomer = await app.signUp('newcomer@example.org');
    const { exportedAt: _, user: _own, sessions, activities, ...others } = await newcomer.calls.exportUser();
    expect([sessions, activities]).toEqual([
      [expect.anything()],
      [expect.objectContaining({ type: 'sign-in' })],
    ]);
    const isFilled = (part: unknown): boolean =>
      typeof part === 'object' && part !== null ? Object.values(part).some(isFilled) : part !== null;
    const filled = Object.entries(others).filter(([, part]) => isFilled(part));
    // Of their own there is only the turn of the daily mail.
    expect(filled.map(([name]) => name)).toEqual(['digest']);
    expect(canaries.filter((text) => JSON.stringify(others).includes(text))).toEqual([]);
  });

  test('leaves nothing behind in database, files, logs and outbox but what the list says', async () => {
    const canary = await startCanaryPerson();
    const { app, canaries } = canary;
    const receivers = () => app.sent().map(({ to }) => to);
    expect(receivers().filter((to) => canaries.includes(to))).not.toEqual([]);
    const before = await findInDatabase(app.platform.pool, canaries);
    expect(before).toContain('users.email');
    expect(before).toContain('chat_reports.snapshot');
    const nameWord = 'zyxwina';
    expect(await findInDatabase(app.platform.pool, [nameWord])).toContain('listing.name');
    expect(await storedFiles(app)).toHaveLength(5);

    await canary.deleteThem();
    const stays = Object.entries(personalTables).flatMap(([table, { stays: kept }]) =>
      (kept?.columns ?? []).map((column) => `${table}.${column}`),
    );
    const after = await findInDatabase(app.platform.pool, canaries);
    expect(after.filter((found) => !stays.includes(found))).toEqual([]);
    expect(after).toContain('moderation_audit.user_id');

    const lastWords = app.sent().filter(({ to }) => canaries.includes(to));
    expect(lastWords.length).toBeGreaterThan(0);
    for (const { text } of lastWords) expect(text).toMatch(/account was deleted/);
    // Mails already sent to others stay, as the list states; new mails must not name the deleted member.
    app.outbox?.clear();
    await app.runJobs();
    expect(await findInDatabase(app.platform.pool, canaries)).toEqual(after);
    expect(await findInDatabase(app.platform.pool, [nameWord])).toEqual([]);
    const sent = JSON.stringify(app.sent());
    const logged = JSON.stringify(app.log.lines);
    expect(canaries.filter((text) => sent.includes(text) || logged.includes(text))).toEqual([]);
    // Ben's recording is evidence in a report by the deleted member and stays, without their name.
    expect(await storedFiles(app)).toHaveLength(1);
  });
});
