import type { Kysely, RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Tables } from '#domain/tables.generated';
import { type Queryable, transaction, walkSettings } from './database.ts';
import type { Statement } from './statement.ts';

type Asked<Row> = RawBuilder<Row> | Statement<Row>;

/** Several reads on one snapshot. */
export interface Snapshot {
  /** Returns the rows of a statement. Each connection plans a text once, for all values. */
  read<Row>(query: Asked<Row>): Promise<Row[]>;
}

type PlannerChoice = 'sort' | 'seqscan' | 'hashjoin' | 'mergejoin';

const beginReading = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;';
const begin = `${beginReading}
  SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL max_parallel_workers_per_gather = 0;`;
// Filters produce some dozens of texts. Above this limit statements are planned each time, which bounds the memory of connections.
const namesMax = 500;
const names = new Map<string, string>();

/**
 * Runs `work` on one read-only snapshot. Each statement is planned once for all values, because planning dominates a small read, so
 * one plan has to fit all values. `without` disables scan types whatever the planner estimates.
 */
export function readSnapshot<Result>(
  { pool, db }: { pool: pg.Pool; db: Kysely<Tables> },
  without: readonly PlannerChoice[],
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const settings = without.map((choice) => `SET LOCAL enable_${choice} = off`).join(';');
  return transaction(pool, (client) => work({ read: (query) => run(client, db, query) }), begin + settings);
}

/** The source of walk reads; see `walkSettings`. */
export interface WalkSource {
  pool: pg.Pool;
  db: Kysely<Tables>;
  walkPool: pg.Pool | null;
}

/** Runs one statement with the walk settings: one snapshot without a transaction, which would cost as much as the statement. */
export function readWalk<Row>({ pool, db, walkPool }: WalkSource, query: Asked<Row>): Promise<Row[]> {
  if (walkPool) return run(walkPool, db, query);
  const settings = Object.entries(walkSettings).map(([name, value]) => `SET LOCAL ${name} = ${value};`);
  return transaction(pool, (client) => run(client, db, query), beginReading + settings.join(''));
}

async function run<Row>(on: Queryable, db: Kysely<Tables>, query: Asked<Row>): Promise<Row[]> {
  const { sql: text, parameters } = query.compile(db);
  const name = nameOf(text);
  const { rows } = await on.query({ text, values: [...parameters], ...(name && { name }) });
  return rows as Row[];
}

function nameOf(text: string): string | null {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= namesMax) return null;
  const name = `snapshot-read-${names.size}`;
  names.set(text, name);
  return name;
}
