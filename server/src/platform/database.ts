import { CamelCasePlugin, Kysely, PostgresDialect, type RawBuilder } from 'kysely';
import pg from 'pg';
import type { Tables } from '#domain/tables.generated';
import { startEmbeddedDatabase } from './embedded-database.ts';
import type { Logger } from './logger.ts';
import { StartupError } from './startup-error.ts';

const oldestServerVersion = 15;
const poolSize = { embedded: 10, server: 20, reserved: 2, walks: 6 };
/** Settings of the walk connections: read-only, one generic plan per statement, no sorts or sequential scans whatever the estimates. */
export const walkSettings = {
  default_transaction_read_only: 'on',
  plan_cache_mode: 'force_generic_plan',
  max_parallel_workers_per_gather: '0',
  enable_sort: 'off',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  // A cache of lookups by key: each key is looked up once, so the cache costs a third of the lookups and saves none.
  enable_memoize: 'off',
};
const connectTimeoutMs = 10_000;
const replicaConnectMs = 1000;
// New connections have no cached plans and are slow at first. The driver's default closes idle ones after ten seconds.
const idleTimeoutMs = 5 * 60_000;
const versionAttempts = 3;

export interface Database {
  pool: pg.Pool;
  /**
   * A few persistent connections for a latency-critical statement with an expensive plan: it never queues behind a burst, and idle
   * time costs no reconnect. The embedded database has one session: there it is the pool.
   */
  reserved: pg.Pool;
  db: Kysely<Tables>;
  /** Connections with `walkSettings`, for platform/snapshot-read.ts. Null where the database has one session and so one set of settings. */
  walkPool: pg.Pool | null;
  isEmbedded: boolean;
  /** Embedded database only: copies the data folder as a consistent snapshot and returns the path. */
  copyDataFolder?: () => Promise<string>;
  close(): Promise<void>;
}

/**
 * Opens Postgres if `databaseUrl` is set, else PGlite in this process; both use the same driver. PGlite has one session behind all
 * connections, so transactions run in sequence. Inside a transaction every statement has to use the transaction's handle: on
 * another connection it deadlocks with the transaction.
 */
export async function openDatabase(options: {
  databaseUrl?: string | null | undefined;
  dataDir: string;
  log: Logger;
  connectWithinMs?: number;
  /** Tests only: the embedded database does not wait for the disk. */
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

/** Opens the pools of a read replica, which connect on first use. A connection attempt fails soon, since the primary can answer. */
export function openReplica(
  url: string,
  log: Logger,
): { source: Pick<Database, 'pool' | 'reserved' | 'walkPool' | 'db'>; close(): Promise<void> } {
  const server = { connectionString: url, connectionTimeoutMillis: replicaConnectMs };
  const pool = createPool({ ...server, max: poolSize.server }, log);
  const walkPool = createPool({ ...server, max: poolSize.walks }, log, walkSettings);
  return {
    source: { pool, reserved: pool, db: kyselyOn(pool), walkPool },
    async close() {
      await Promise.all([pool.end(), walkPool.end()]);
    },
  };
}

export type Queryable = pg.Pool | pg.ClientBase;

/** Runs a prepared statement, which each connection plans once and caches by name. A name belongs to one text. */
export async function prepared<Row extends pg.QueryResultRow>(
  on: Queryable,
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const { rows } = await on.query<Row>({ name, text, values });
  return rows;
}

/** The same for a Kysely statement with bound values. Planning a large one takes longer than running it. */
export async function plannedOnce<Row>(
  { db, pool }: { db: Kysely<Tables>; pool: pg.Pool },
  name: string,
  query: RawBuilder<Row>,
): Promise<Row[]> {
  const { sql, parameters } = query.compile(db);
  return await prepared<Row & pg.QueryResultRow>(pool, name, sql, [...parameters]);
}

/** Runs `work` in one transaction on its own client; a throw rolls it back. `begin` can name an isolation level. */
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
    // A connection that fails to roll back is destroyed, not reused.
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
    // JIT compilation takes longer than any statement here. Postgres applies it by estimated cost, which is high for every plan
    // that uses a scan type disabled by platform/snapshot-read.ts.
    options: Object.entries({ TimeZone: 'UTC', jit: 'off', ...settings })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    types: { getTypeParser },
  });
  pool.on('error', (error) => log.warn({ error }, 'an idle database connection was lost'));
  // The handler above covers idle connections only. Without this one the loss of a connection in use ends the process, although
  // its query rejects anyway.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ error }, 'a database connection was lost'));
  });
  return pool;
}

const getTypeParser = ((oid: number, format?: 'text' | 'binary') => {
  if (oid === pg.types.builtins.INT8 && format !== 'binary') return parseInt8;
  // A calendar day is not a timestamp: the driver's Date is local midnight and shifts in another zone.
  if (oid === pg.types.builtins.DATE && format !== 'binary') return (day: string) => day;
  return pg.types.getTypeParser(oid, format as 'text');
}) as typeof pg.types.getTypeParser;

/** Parses int8 counts, which the driver returns as strings. */
function parseInt8(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} does not fit a number: select it as text`);
  return number;
}

/** The same database with camel case columns: `created_at` as `createdAt`. */
export const inCamelCase = (db: Kysely<Tables>): Kysely<Tables> =>
  db.withPlugin(new CamelCasePlugin({ maintainNestedObjectKeys: true }));

async function checkServer(pool: pg.Pool, databaseUrl: string): Promise<void> {
  let version: number;
  try {
    version = Math.floor((await askVersion(pool)) / 10_000);
  } catch (error) {
    await pool.end();
    throw new StartupError(
      `The database at ${withoutPassword(databaseUrl)} does not answer: ${reasonOf(error)}`,
    );
  }
  if (version < oldestServerVersion) {
    await pool.end();
    throw new StartupError(
      `The database is Postgres ${version}; Parlance needs Postgres ${oldestServerVersion} or newer.`,
    );
  }
}

/** Retries on timeout: a start can block the event loop for longer than the timeout, so the response arrives in time but is not read. */
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

/** Extracts the reason: a refused connection to a name with several addresses is an AggregateError with only a code. */
function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || String(error);
}

function withoutPassword(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return 'DATABASE_URL';
  const url = new URL(databaseUrl);
  return `${url.protocol}//${url.host}${url.pathname}`;
}
