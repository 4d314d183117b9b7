import type { Kysely, RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Tables } from '#domain/tables.generated';
import { type Queryable, transaction, walkSettings } from './database.ts';
import type { Statement } from './statement.ts';

/** A statement as kysely or platform/statement.ts puts it together. */
type Asked<Row> = RawBuilder<Row> | Statement<Row>;

/** Several reads of one moment. */
export interface Moment {
  /** The rows of a statement. Each connection plans a text once, for whatever values it comes with. */
  read<Row>(query: Asked<Row>): Promise<Row[]>;
}

type PlannerChoice = 'sort' | 'seqscan' | 'hashjoin' | 'mergejoin';

const beginReading = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;';
const begin = `${beginReading}
  SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL max_parallel_workers_per_gather = 0;`;
// Filters make some dozens of texts. Should they ever make more, the rest is planned each time and no connection grows.
const namesMax = 500;
const names = new Map<string, string>();

/**
 * Runs `work` on one snapshot of the database, read only. Each statement is planned once, for all values, because planning is
 * most of what a small read costs; a statement must be written so that one plan is good for all of them. `without` names
 * ways of reading that the planner must not choose, whatever it estimates.
 */
export function readMoment<Result>(
  { pool, db }: { pool: pg.Pool; db: Kysely<Tables> },
  without: readonly PlannerChoice[],
  work: (moment: Moment) => Promise<Result>,
): Promise<Result> {
  const settings = without.map((choice) => `SET LOCAL enable_${choice} = off`).join(';');
  return transaction(pool, (client) => work({ read: (query) => run(client, db, query) }), begin + settings);
}

/** What walks are read from; see `walkSettings`. */
export interface WalkSource {
  pool: pg.Pool;
  db: Kysely<Tables>;
  walkPool: pg.Pool | null;
}

/** One statement under the settings of walks: one snapshot without a transaction, which would cost as much as the statement. */
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
  const name = `moment-${names.size}`;
  names.set(text, name);
  return name;
}
