import { sql } from 'kysely';
import type { Database } from '#platform/database';
import { retriedTransaction } from '#platform/retried-transaction';
import { afterTest } from '#test/after-test';

interface KeptTables {
  bringBack(): Promise<void>;
  forget(): Promise<void>;
}

/** Snapshots every table and returns the restore function: many times faster than recreating the community for each action. */
export async function keepState(database: Pick<Database, 'db' | 'pool'>): Promise<() => Promise<void>> {
  const { bringBack, forget } = await keepTables(database);
  afterTest(async () => {
    await forget();
    return undefined;
  });
  return bringBack;
}

/** The same beyond the running test, until dropped. */
export async function keepTables({ db, pool }: Pick<Database, 'db' | 'pool'>): Promise<KeptTables> {
  // Generated columns cannot be written.
  const { rows: tables } = await pool.query<{ name: string; columns: string }>(
    `SELECT quote_ident(table_name) AS name, string_agg(quote_ident(column_name), ', ') AS columns
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> 'migrations' AND is_generated = 'NEVER'
    GROUP BY table_name`,
  );
  const copies = tables.map(
    ({ name, columns }) => `CREATE TABLE kept.${name} AS SELECT ${columns} FROM public.${name};`,
  );
  await pool.query(`CREATE SCHEMA kept; ${copies.join(' ')}`);
  const restore = tables.map(
    ({ name, columns }) =>
      `DELETE FROM public.${name}; INSERT INTO public.${name} (${columns}) OVERRIDING SYSTEM VALUE TABLE kept.${name};`,
  );
  // The replica role skips reference checks, so the order of the tables does not matter.
  const text = `SET LOCAL session_replication_role = replica; ${restore.join(' ')}`;
  return {
    // Retried: work after a response, such as the cleanup of a closed socket, can lock rows of the same tables.
    bringBack: () => retriedTransaction({ db }, async (tx) => void (await sql.raw(text).execute(tx))),
    forget: async () => void (await pool.query('DROP SCHEMA kept CASCADE')),
  };
}
