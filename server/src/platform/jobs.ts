import type pg from 'pg';
import { fromKysely, type Job, type JobResult, PgBoss, type Db as PgBossDb } from 'pg-boss';
import type { Clock } from './clock.ts';
import type { Tx } from './effects.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';
import { createTicker } from './ticker.ts';

export interface JobDefinition<Payload extends object> {
  /** May run more than once for one send (a node can die at the last moment): make it repeatable. */
  handler(payload: Payload): Promise<void>;
  /** Further attempts after a throw: the first `delaySeconds` later, then each about twice as late. */
  retry?: { limit: number; delaySeconds: number };
  /** With a `singletonKey`, a send is dropped while one with the same key waits, or waits or runs. */
  dedupe?: 'waiting' | 'unfinished';
}

export interface SendOptions {
  /** By the clock port; at once without it. */
  startAfter?: Date;
  singletonKey?: string;
  /** The job exists if and only if this transaction commits. Inside a transaction this is not optional. */
  tx?: Tx | pg.ClientBase;
}

/**
 * Work outside a request. Two shapes: a job that was sent runs once, on whichever node takes it, also after a restart; and
 * a tick looks every few seconds, on every node, for rows of our own tables that are due by the clock port, claiming them
 * with FOR UPDATE SKIP LOCKED. Declare everything before `start`.
 */
export interface Jobs {
  define<Payload extends object>(name: string, definition: JobDefinition<Payload>): void;
  send(name: string, payload: object, options?: SendOptions): Promise<void>;
  /** Sends the job with an empty payload at each time of the cron expression, once over all nodes. */
  schedule(name: string, cron: string, timeZone?: string): void;
  every(seconds: number, name: string, look: () => Promise<void>): void;
  start(): Promise<void>;
  /** Takes no new work and waits for what runs. */
  stop(): Promise<void>;
  /** For tests, with `isManual`: runs what is due by the clock port and every tick once. A throw comes out. */
  runDue(): Promise<void>;
}

const defaultRetry = { limit: 5, delaySeconds: 15 };
const longestRetryDelaySeconds = 3600;
/** A job of a dead node is given to another one after this time without a sign of life. */
const heartbeatSeconds = 30;
const stopWithinMs = 8000;
const uniqueViolation = '23505';
const noJob = '00000000-0000-0000-0000-000000000000';
/** Jobs of one kind that a node runs side by side. */
const batchSize = 10;
const policies = { waiting: 'short', unfinished: 'exclusive' };

export function createJobs(options: {
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  metrics?: Metrics;
  pollSeconds?: number;
  superviseSeconds?: number;
  /** Nothing runs by itself; tests say when, with `runDue`. */
  isManual?: boolean;
}): Jobs {
  const { pool, clock, log, metrics, pollSeconds = 5, superviseSeconds = 15, isManual = false } = options;
  const definitions = new Map<string, JobDefinition<never>>();
  const schedules = new Map<string, { cron: string; timeZone: string }>();
  const ticker = createTicker(log);
  const boss = new PgBoss({
    db: onPg(pool),
    schedule: !isManual,
    supervise: !isManual,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    // With its defaults a schedule starts up to 40 s late; due work is promised within 30.
    cronMonitorIntervalSeconds: 10,
    cronWorkerIntervalSeconds: 2,
    // One session stands behind PGlite's connections, and REINDEX CONCURRENTLY is not for it; our queues stay small.
    reindex: false,
  });
  boss.on('error', (error) => log.error({ error }, 'job runner failed'));
  boss.on('warning', ({ message }) => log.warn({ message }, 'job runner warns'));

  const definitionOf = (name: string) => {
    const definition = definitions.get(name);
    if (!definition) throw new Error(`no job is defined under the name ${name}`);
    return definition;
  };

  async function prepareQueue(name: string, { retry = defaultRetry, dedupe }: JobDefinition<never>) {
    const settings = {
      retryLimit: retry.limit,
      retryDelay: retry.delaySeconds,
      retryBackoff: true,
      retryDelayMax: longestRetryDelaySeconds,
      heartbeatSeconds,
    };
    await boss.createQueue(name, { ...settings, policy: dedupe ? policies[dedupe] : 'standard' });
    await boss.updateQueue(name, settings);
    // Any look-up makes pg-boss remember the queue. Otherwise the first send would look it up through the pool, and
    // inside a transaction on the embedded database that waits for itself.
    await boss.findJobs(name, { id: noJob });
  }

  /** Nodes that start on an empty database at the same moment all make the runner's tables, and all but one fail. */
  async function startRunner() {
    try {
      await boss.start();
    } catch (error) {
      if ((error as { code?: unknown }).code !== uniqueViolation) throw error;
      await boss.start();
    }
  }

  /** Never throws: what became of the job is the answer, since one that fails must not take its batch with it. */
  async function run(name: string, { handler }: JobDefinition<never>, job: Job<object>): Promise<JobResult> {
    const stopTimer = metrics?.jobDuration.startTimer({ job: name });
    try {
      await handler(job.data as never);
      metrics?.jobs.inc({ job: name, outcome: 'completed' });
      return { id: job.id, status: 'completed' };
    } catch (error) {
      metrics?.jobs.inc({ job: name, outcome: 'failed' });
      log.warn({ error, job: name, jobId: job.id }, 'job failed, it is tried again if attempts are left');
      return { id: job.id, status: 'failed' };
    } finally {
      stopTimer?.();
    }
  }

  async function startWorker(name: string, definition: JobDefinition<never>) {
    const polling = {
      pollingIntervalSeconds: pollSeconds,
      batchSize,
      // With more waiting there is no pause between batches.
      burstWhenBatchFull: true,
      perJobResults: true,
    } as const;
    await boss.work<object>(name, polling, (jobs) =>
      Promise.all(jobs.map((job) => run(name, definition, job))),
    );
  }

  async function startSchedules() {
    for (const { name } of await boss.getSchedules()) {
      if (!schedules.has(name)) await boss.unschedule(name);
    }
    for (const [name, { cron, timeZone }] of schedules) await boss.schedule(name, cron, {}, { tz: timeZone });
  }

  return {
    define(name, definition) {
      if (definitions.has(name)) throw new Error(`a job is already defined under the name ${name}`);
      definitions.set(name, definition);
    },

    // At once is the database's now: on a node whose clock is ahead ours would be later.
    async send(name, payload, { startAfter = isManual ? clock.now() : undefined, singletonKey, tx } = {}) {
      const { dedupe } = definitionOf(name);
      if ((dedupe === undefined) !== (singletonKey === undefined)) {
        throw new Error(`job ${name}: singletonKey and dedupe belong together`);
      }
      await boss.send(name, payload, {
        ...(startAfter && { startAfter }),
        ...(singletonKey !== undefined && { singletonKey }),
        ...(tx && { db: 'executeQuery' in tx ? fromKysely(tx) : onPg(tx) }),
      });
    },

    schedule(name, cron, timeZone = 'UTC') {
      if (definitionOf(name).dedupe) throw new Error(`job ${name}: a schedule sends without a key`);
      schedules.set(name, { cron, timeZone });
    },

    every: ticker.every,

    async start() {
      await startRunner();
      for (const [name, definition] of definitions) await prepareQueue(name, definition);
      if (isManual) return;
      await startSchedules();
      for (const [name, definition] of definitions) await startWorker(name, definition);
      ticker.start();
    },

    async stop() {
      await ticker.stop();
      await boss.stop({ graceful: true, timeout: stopWithinMs, close: false });
    },

    async runDue() {
      if (!isManual) throw new Error('runDue is for jobs that do not run by themselves');
      for (const [name, { handler }] of definitions) {
        for (const job of await boss.findJobs(name, { queued: true })) {
          if (job.startAfter > clock.now()) continue;
          await handler(job.data as never);
          await boss.complete(name, job.id, null, { includeQueued: true });
        }
      }
      await ticker.runOnce();
    },
  };
}

function onPg(on: pg.Pool | pg.ClientBase): PgBossDb {
  return { executeSql: (text, values) => on.query(text, values) };
}
