import { CamelCasePlugin, Kysely, PostgresDialect, type RawBuilder } from 'kysely';
import pg from 'pg';
import type { Tables } from '#domain/tables.generated';
import { startEmbeddedDatabase } from './embedded-database.ts';
import type { Logger } from './logger.ts';
import { StartProblem } from './start-problem.ts';

const oldestServerVersion = 15;
const poolSize = { embedded: 10, server: 20, reserved: 2, walks: 6 };
/**
 * What the connections for walks have set: a statement is planned once for all values, and neither sorts nor reads a whole table,
 * whatever the planner estimates. Also nothing is written there.
 */
export const walkSettings = {
  default_transaction_read_only: 'on',
  plan_cache_mode: 'force_generic_plan',
  max_parallel_workers_per_gather: '0',
  enable_sort: 'off',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};
const connectTimeoutMs = 10_000;
// A new connection has no plans yet and is slow at first. The driver would close idle ones after ten seconds.
const idleTimeoutMs = 5 * 60_000;
const versionAttempts = 3;

export interface Database {
  pool: pg.Pool;
  /**
   * Few connections that stay open, for a statement that many wait for and whose plan is dear: it never queues behind a burst of
   * others, and a pause costs it no new connection. The embedded database has one session anyway: there it is the pool.
   */
  reserved: pg.Pool;
  db: Kysely<Tables>;
  /** Connections with `walkSettings`, for platform/moment.ts. Null where the database has one session and so one set of settings. */
  walkPool: pg.Pool | null;
  isEmbedded: boolean;
  /** Only of the embedded database: copies its data folder as of one moment; the answer is the path of the copy. */
  copyDataFolder?: () => Promise<string>;
  close(): Promise<void>;
}

/**
 * Opens Postgres where there is a `databaseUrl`, else PGlite inside this process; both speak through the same driver. PGlite has
 * one session behind all connections, so transactions run one after the other. Inside a transaction every statement goes through
 * the handle of that transaction: on another connection it waits for the transaction to end, and the transaction waits for it.
 */
export async function openDatabase(options: {
  databaseUrl?: string | null | undefined;
  dataDir: string;
  log: Logger;
  connectWithinMs?: number;
  /** For tests, which keep nothing: the embedded database does not wait for the disk. */
  isHasty?: boolean;
}): Promise<Database> {
  const { databaseUrl, dataDir, log, connectWithinMs = connectTimeoutMs, isHasty = false } = options;
  if (databaseUrl != null) {
    const server = { connectionString: databaseUrl, connectionTimeoutMillis: connectWithinMs };
    const pool = createPool({ ...server, max: poolSize.server }, log);
    const reserved = createPool({ ...server, max: poolSize.reserved, idleTimeoutMillis: 0 }, log);
    const walkPool = createPool({ ...server, max: poolSize.walks }, log, walkSettings);
    await checkServer(pool, databaseUrl);
    return {
      pool,
      reserved,
      db: kyselyOn(pool),
      walkPool,
      isEmbedded: false,
      async close() {
        await Promise.all([pool.end(), reserved.end(), walkPool.end()]);
      },
    };
  }

  const embedded = await startEmbeddedDatabase(dataDir, { isHasty });
  const pool = createPool(
    {
      host: embedded.socketFolder,
      port: 5432,
      user: 'postgres',
      database: 'postgres',
      max: poolSize.embedded,
    },
    log,
  );
  return {
    pool,
    reserved: pool,
    db: kyselyOn(pool),
    walkPool: null,
    isEmbedded: true,
    copyDataFolder: embedded.copyDataFolder,
    async close() {
      await pool.end();
      await embedded.stop();
    },
  };
}

/** A pool or a client taken out of it. */
export type Queryable = pg.Pool | pg.ClientBase;

/** Runs a prepared statement, which each connection plans once and keeps under its name. A name belongs to one text. */
export async function prepared<Row extends pg.QueryResultRow>(
  on: Queryable,
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const { rows } = await on.query<Row>({ name, text, values });
  return rows;
}

/** The same for a statement with its values in it. Planning a large one takes longer than running it. */
export async function plannedOnce<Row>(
  { db, pool }: { db: Kysely<Tables>; pool: pg.Pool },
  name: string,
  query: RawBuilder<Row>,
): Promise<Row[]> {
  const { sql, parameters } = query.compile(db);
  return await prepared<Row & pg.QueryResultRow>(pool, name, sql, [...parameters]);
}

/** Runs `work` in one transaction on a client of its own; a throw rolls it back. `begin` can name an isolation level. */
export async function transaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
  begin = 'BEGIN',
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // A connection that cannot even roll back is thrown away, not reused.
    const broken = await client.query('ROLLBACK').then(
      () => false,
      () => true,
    );
    client.release(broken);
    throw error;
  }
}

function kyselyOn(pool: pg.Pool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

function createPool(
  config: pg.PoolConfig,
  log: Logger,
  settings: Partial<typeof walkSettings> = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    ...config,
    // No just-in-time compiling: it takes longer than any statement here runs. Postgres compiles what it estimates to be costly,
    // and it estimates every plan as costly that uses a way of reading which platform/moment.ts has turned off.
    options: Object.entries({ TimeZone: 'UTC', jit: 'off', ...settings })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    types: { getTypeParser },
  });
  pool.on('error', (error) => log.warn({ error }, 'an idle database connection was lost'));
  // The handler above covers idle connections only. Without this one the loss of a connection in use would end the
  // process, although the query on it rejects anyway.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ error }, 'a database connection was lost'));
  });
  return pool;
}

const getTypeParser = ((oid: number, format?: 'text' | 'binary') => {
  if (oid === pg.types.builtins.INT8 && format !== 'binary') return parseInt8;
  // A calendar day is no moment: the driver's Date would stand at local midnight and slip in another zone.
  if (oid === pg.types.builtins.DATE && format !== 'binary') return (day: string) => day;
  return pg.types.getTypeParser(oid, format as 'text');
}) as typeof pg.types.getTypeParser;

/** Counts are int8, which the driver would hand out as strings. */
function parseInt8(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} does not fit a number: select it as text`);
  return number;
}

/** The same database with its columns answered as clients read them: `created_at` as `createdAt`. */
export const inCamelCase = (db: Kysely<Tables>): Kysely<Tables> =>
  db.withPlugin(new CamelCasePlugin({ maintainNestedObjectKeys: true }));

async function checkServer(pool: pg.Pool, databaseUrl: string): Promise<void> {
  let version: number;
  try {
    version = Math.floor((await askVersion(pool)) / 10_000);
  } catch (error) {
    await pool.end();
    throw new StartProblem(
      `The database at ${withoutPassword(databaseUrl)} does not answer: ${reasonOf(error)}`,
    );
  }
  if (version < oldestServerVersion) {
    await pool.end();
    throw new StartProblem(
      `The database is Postgres ${version}; Parlance needs Postgres ${oldestServerVersion} or newer.`,
    );
  }
}

/**
 * Asks again when time runs out. During a start this thread is busy loading the application, on a slow machine for longer than
 * the timeout: then the answer has arrived in time and nobody has read it.
 */
async function askVersion(pool: pg.Pool): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { rows } = await pool.query<{ server_version_num: string }>('SHOW server_version_num');
      return Number(rows[0]?.server_version_num);
    } catch (error) {
      if (attempt === versionAttempts || !reasonOf(error).includes('timeout')) throw error;
    }
  }
}

/** A refused connection to a name with several addresses is an AggregateError without a message, only a code. */
function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || String(error);
}

function withoutPassword(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return 'DATABASE_URL';
  const url = new URL(databaseUrl);
  return `${url.protocol}//${url.host}${url.pathname}`;
}
