import type { Database } from '#platform/database';
import { afterTest } from '#test/after-test';

/**
 * Remembers every table as it is now and answers how to bring it back, for tests that try many acts on one community: that
 * is many times faster than gathering the community again.
 */
export async function keepState({ pool }: Pick<Database, 'pool'>): Promise<() => Promise<void>> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'`,
  );
  const tables = rows.map(({ name }) => name);
  const copies = tables.map((name) => `CREATE TABLE kept.${name} AS TABLE public.${name};`);
  await pool.query(`CREATE SCHEMA kept; ${copies.join(' ')}`);
  afterTest(async () => {
    await pool.query('DROP SCHEMA kept CASCADE');
    return undefined;
  });
  const restore = tables.map(
    (name) => `DELETE FROM public.${name}; INSERT INTO public.${name} TABLE kept.${name};`,
  );
  // As a replica the session checks no references, so the order of the tables does not matter.
  const text = `BEGIN; SET LOCAL session_replication_role = replica; ${restore.join(' ')} COMMIT`;
  return async () => {
    await pool.query(text);
  };
}
