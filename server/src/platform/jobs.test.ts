import { beforeEach, describe, expect, test, vi } from 'vitest';
import { afterTest } from '#test/after-test';
import { createTestClock } from '#test/clock';
import { emptyDatabase, type TestDatabase, workerDatabase } from '#test/database';
import { createTestLog } from '#test/log';
import { systemClock } from './clock.ts';
import { openDatabase, transaction } from './database.ts';
import { createJobs, type Jobs } from './jobs.ts';

const testLog = createTestLog();
const { log } = testLog;
const within = { timeout: 15_000, interval: 50 };
let database: TestDatabase;

beforeEach(async () => {
  database = await workerDatabase();
  await emptyDatabase(database);
});

/** A node that looks for work twice a second, with a pool of its own where that makes a difference. */
async function startNode(declare: (jobs: Jobs) => void, clock = systemClock): Promise<Jobs> {
  const { databaseUrl } = database;
  const own = databaseUrl === null ? null : await openDatabase({ databaseUrl, dataDir: '', log });
  const jobs = createJobs({
    pool: (own ?? database).pool,
    clock,
    log,
    pollSeconds: 0.5,
    superviseSeconds: 1,
  });
  declare(jobs);
  await jobs.start();
  afterTest(async () => {
    await jobs.stop();
    await own?.close();
    return undefined;
  });
  return jobs;
}

async function startManual(declare: (jobs: Jobs) => void, clock = createTestClock()) {
  const jobs = createJobs({ pool: database.pool, clock, log, isManual: true });
  declare(jobs);
  await jobs.start();
  afterTest(async () => void (await jobs.stop()));
  return { jobs, clock };
}

test('a node that starts on an empty database while another one does starts', async () => {
  const { databaseUrl, pool } = database;
  // The embedded database has one process: nobody else is there.
  if (databaseUrl === null) return;
  const name = `empty_${process.pid}`;
  await pool.query(`CREATE DATABASE ${name}`);
  const emptyUrl = Object.assign(new URL(databaseUrl), { pathname: name }).href;
  const own = await openDatabase({ databaseUrl: emptyUrl, dataDir: '', log });
  const jobs = createJobs({ pool: own.pool, clock: systemClock, log, isManual: true });
  jobs.define('first', { handler: async () => {} });
  const other = await own.pool.connect();
  await other.query('BEGIN; CREATE SCHEMA pgboss');
  const started = jobs.start();
  const waits = `SELECT FROM pg_stat_activity WHERE datname = '${name}' AND wait_event_type = 'Lock'`;
  await vi.waitFor(async () => expect((await pool.query(waits)).rowCount).toBe(1), within);
  await other.query('COMMIT');
  other.release();
  await expect(started).resolves.toBeUndefined();
  await jobs.send('first', {});
  await jobs.stop();
  await own.close();
  await pool.query(`DROP DATABASE ${name}`);
});

describe('jobs that are sent', () => {
  test('each begins at once, also on a node whose clock is five minutes ahead', async () => {
    const ran = vi.fn(async () => {});
    const ahead = { now: () => new Date(Date.now() + 300_000) };
    const jobs = await startNode((node) => node.define('now', { handler: ran }), ahead);
    await jobs.send('now', {});
    await vi.waitFor(() => expect(ran).toHaveBeenCalledTimes(1), within);
  });

  test('each runs once over three nodes', async () => {
    const ran: number[] = [];
    const declare = (jobs: Jobs) =>
      jobs.define<{ n: number }>('once', { handler: async ({ n }) => void ran.push(n) });
    const nodes = [await startNode(declare), await startNode(declare), await startNode(declare)];
    const numbers = Array.from({ length: 45 }, (_, n) => n);
    await Promise.all(numbers.map((n) => nodes[n % 3]!.send('once', { n })));
    await vi.waitFor(() => expect(ran.length).toBeGreaterThanOrEqual(45), within);
    await Promise.all(nodes.map((node) => node.stop()));
    expect(ran.toSorted((a, b) => a - b)).toEqual(numbers);
  });

  test('one sent while no node runs waits for the next start', async () => {
    const { jobs } = await startManual((jobs) => jobs.define('later', { handler: async () => {} }));
    await jobs.send('later', { n: 7 }, { startAfter: systemClock.now() });
    const handler = vi.fn(async () => {});
    await startNode((jobs) => jobs.define('later', { handler }));
    await vi.waitFor(() => expect(handler).toHaveBeenCalledWith({ n: 7 }), within);
  });

  test('one that fails is tried again, and its neighbours are not', async () => {
    const ran: string[] = [];
    let isBroken = true;
    const jobs = await startNode((jobs) =>
      jobs.define<{ name: string }>('flaky', {
        retry: { limit: 2, delaySeconds: 1 },
        handler: async ({ name }) => {
          ran.push(name);
          if (name === 'bad' && isBroken) throw new Error('not yet');
        },
      }),
    );
    await transaction(database.pool, async (tx) => {
      for (const name of ['good', 'bad', 'fine']) await jobs.send('flaky', { name }, { tx });
    });
    await vi.waitFor(() => expect(ran).toContain('bad'), within);
    isBroken = false;
    await vi.waitFor(() => expect(ran.filter((name) => name === 'bad')).toHaveLength(2), within);
    expect(ran.toSorted()).toEqual(['bad', 'bad', 'fine', 'good']);
    expect(testLog.lines.at(-1)).toMatchObject({ job: 'flaky', msg: expect.stringContaining('job failed') });
  });

  test('one whose node died is given to another', async () => {
    const handler = vi.fn(async () => {});
    const { jobs } = await startManual((jobs) =>
      jobs.define('orphan', { handler, retry: { limit: 1, delaySeconds: 1 } }),
    );
    await jobs.send('orphan', { n: 1 }, { startAfter: systemClock.now() });
    // As a node leaves it that took the job and was killed a minute ago.
    await database.pool.query(`
      UPDATE pgboss.job SET state = 'active', started_on = now() - interval '1 minute',
        heartbeat_on = now() - interval '1 minute' WHERE name = 'orphan'`);
    await startNode((jobs) => jobs.define('orphan', { handler, retry: { limit: 1, delaySeconds: 1 } }));
    await vi.waitFor(() => expect(handler).toHaveBeenCalledWith({ n: 1 }), within);
  });

  test('the next attempts come later and later', async () => {
    const { jobs } = await startManual((jobs) =>
      jobs.define('backoff', { handler: async () => {}, retry: { limit: 4, delaySeconds: 20 } }),
    );
    await jobs.send('backoff', {});
    const { rows } = await database.pool.query('SELECT * FROM pgboss.job WHERE name = $1', ['backoff']);
    expect(rows[0]).toMatchObject({
      retry_limit: 4,
      retry_delay: 20,
      retry_backoff: true,
      retry_delay_max: 3600,
    });
  });

  test('stopping waits for what runs', async () => {
    const work = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const jobs = await startNode((jobs) =>
      jobs.define('slow', {
        handler: async () => {
          started.resolve();
          await work.promise;
        },
      }),
    );
    await jobs.send('slow', {});
    await started.promise;
    let isStopped = false;
    const stopping = jobs.stop().then(() => {
      isStopped = true;
    });
    await new Promise((turn) => setTimeout(turn, 300));
    expect(isStopped).toBe(false);
    work.resolve();
    await stopping;
    const { rows } = await database.pool.query(`SELECT state::text FROM pgboss.job WHERE name = 'slow'`);
    expect(rows).toEqual([{ state: 'completed' }]);
  });
});

describe('sending', () => {
  const waiting = async (name: string) => {
    const { rows } = await database.pool.query(
      `SELECT data FROM pgboss.job WHERE name = $1 ORDER BY data ->> 'n'`,
      [name],
    );
    return rows.map(({ data }) => data);
  };

  test('inside a transaction happens if and only if it commits', async () => {
    const { jobs } = await startManual((jobs) => jobs.define('mail', { handler: async () => {} }));
    const withPg = (n: number) =>
      transaction(database.pool, async (tx) => {
        await jobs.send('mail', { n }, { tx });
        if (n % 2) throw new Error('rolled back');
      });
    const withKysely = (n: number) =>
      database.db.transaction().execute(async (tx) => {
        await jobs.send('mail', { n }, { tx });
        if (n % 2) throw new Error('rolled back');
      });
    await withPg(0);
    await expect(withPg(1)).rejects.toThrow('rolled back');
    await withKysely(2);
    await expect(withKysely(3)).rejects.toThrow('rolled back');
    expect(await waiting('mail')).toEqual([{ n: 0 }, { n: 2 }]);
  });

  test('with a key is dropped while one with the same key waits', async () => {
    const { jobs } = await startManual((jobs) =>
      jobs.define('digest', { handler: async () => {}, dedupe: 'waiting' }),
    );
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => jobs.send('digest', { i }, { singletonKey: `user ${i % 2}` })),
    );
    expect(await waiting('digest')).toHaveLength(2);
    await jobs.runDue();
    await jobs.send('digest', { i: 20 }, { singletonKey: 'user 0' });
    expect(await waiting('digest')).toHaveLength(3);
  });

  test('with a key is dropped while one with the same key waits or runs', async () => {
    const { jobs } = await startManual((jobs) => {
      jobs.define('waiting-only', { handler: async () => {}, dedupe: 'waiting' });
      jobs.define('unfinished', { handler: async () => {}, dedupe: 'unfinished' });
    });
    for (const name of ['waiting-only', 'unfinished']) {
      await jobs.send(name, { n: 1 }, { singletonKey: 'key' });
      await database.pool.query(`UPDATE pgboss.job SET state = 'active' WHERE name = $1`, [name]);
      await jobs.send(name, { n: 2 }, { singletonKey: 'key' });
    }
    expect(await waiting('waiting-only')).toEqual([{ n: 1 }, { n: 2 }]);
    expect(await waiting('unfinished')).toEqual([{ n: 1 }]);
  });

  test('refuses a key without a rule, a rule without a key and an unknown job', async () => {
    const { jobs } = await startManual((jobs) => {
      jobs.define('plain', { handler: async () => {} });
      jobs.define('keyed', { handler: async () => {}, dedupe: 'waiting' });
    });
    await expect(jobs.send('plain', {}, { singletonKey: 'key' })).rejects.toThrow('belong together');
    await expect(jobs.send('keyed', {})).rejects.toThrow('belong together');
    await expect(jobs.send('nobody', {})).rejects.toThrow('no job is defined');
  });
});

describe('time', () => {
  test('a test moves the clock and runs what has become due, by the clock alone', async () => {
    const ran: number[] = [];
    const { jobs, clock } = await startManual((jobs) =>
      jobs.define<{ n: number }>('remind', { handler: async ({ n }) => void ran.push(n) }),
    );
    const inHours = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000);
    await jobs.send('remind', { n: 1 });
    await jobs.send('remind', { n: 24 }, { startAfter: inHours(24) });
    await jobs.runDue();
    expect(ran).toEqual([1]);
    clock.advance({ hours: 23, minutes: 59 });
    await jobs.runDue();
    expect(ran).toEqual([1]);
    clock.advance({ minutes: 1 });
    await jobs.runDue();
    await jobs.runDue();
    expect(ran).toEqual([1, 24]);
  });

  test('schedules are kept in the database with their zone; those no longer declared are taken out', async () => {
    const schedules = async () =>
      (await database.pool.query('SELECT name, cron, timezone FROM pgboss.schedule ORDER BY name')).rows;
    const define = (jobs: Jobs, name: string) => jobs.define(name, { handler: async () => {} });
    await startNode((jobs) => {
      for (const name of ['nightly', 'outdated']) define(jobs, name);
      jobs.schedule('nightly', '0 3 * * *', 'Europe/Berlin');
      jobs.schedule('outdated', '0 4 * * *');
    });
    await startNode((jobs) => {
      define(jobs, 'nightly');
      jobs.schedule('nightly', '30 3 * * *', 'Asia/Kolkata');
    });
    expect(await schedules()).toEqual([{ name: 'nightly', cron: '30 3 * * *', timezone: 'Asia/Kolkata' }]);
  });

  test('a tick looks again and again, also after a failure, and once when a test says so', async () => {
    let looks = 0;
    const look = async () => {
      looks += 1;
      if (looks === 1) throw new Error('the first look fails');
    };
    const jobs = await startNode((jobs) => jobs.every(0.05, 'look', look));
    await vi.waitFor(() => expect(looks).toBeGreaterThan(2), within);
    await jobs.stop();
    const before = looks;
    const manual = await startManual((jobs) => jobs.every(0.05, 'look', look));
    await manual.jobs.runDue();
    expect(looks).toBe(before + 1);
  });
});
