import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

/**
 * Background jobs. Every node polls its tables for due rows by the clock port. Nodes can poll concurrently: a job claims rows with
 * FOR UPDATE SKIP LOCKED or is idempotent.
 */
export interface Jobs {
  /** Runs `look` with `seconds` between runs on average; the first run is delayed by a random part of `seconds`. */
  every(seconds: number, name: string, look: () => Promise<void>): void;
  start(): void;
  /** Starts no new runs and waits for those in progress. */
  stop(): Promise<void>;
  /** For tests, with `isManual`: runs every job once; rethrows errors. */
  runDue(): Promise<void>;
}

interface Job {
  seconds: number;
  name: string;
  look: () => Promise<void>;
}

export function createJobs(options: {
  log: Logger;
  metrics?: Metrics;
  /** Disables scheduling; tests call `runDue`. */
  isManual?: boolean;
}): Jobs {
  const { log, metrics, isManual = false } = options;
  const jobs: Job[] = [];
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  async function run({ name, look }: Job): Promise<void> {
    const stopTimer = metrics?.jobDuration.startTimer({ job: name });
    try {
      await look();
      metrics?.jobs.inc({ job: name, outcome: 'completed' });
    } catch (error) {
      metrics?.jobs.inc({ job: name, outcome: 'failed' });
      throw error;
    } finally {
      stopTimer?.();
    }
  }

  const pause = (seconds: number) =>
    wait(seconds * 1000, undefined, { signal: stopping.signal }).catch(() => {});

  async function repeat(job: Job): Promise<void> {
    // The random delay keeps the start fast and spreads nodes that start together.
    await pause(Math.random() * job.seconds);
    while (!stopping.signal.aborted) {
      await run(job).catch((error: unknown) => log.error({ error, job: job.name }, 'job failed'));
      // Jitter of half the interval: concurrent runs that end together, at an empty queue, would otherwise stay in step.
      await pause(job.seconds * (0.5 + Math.random()));
    }
  }

  return {
    every(seconds, name, look) {
      jobs.push({ seconds, name, look });
    },
    start() {
      if (!isManual) running = Promise.all(jobs.map(repeat));
    },
    async stop() {
      stopping.abort();
      await running;
    },
    async runDue() {
      if (!isManual) throw new Error('runDue is for jobs that do not run by themselves');
      for (const job of jobs) await run(job);
    },
  };
}
