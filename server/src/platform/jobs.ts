import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

/**
 * Work outside a request. A job looks again and again, on every node, for rows of our own tables that are due by the clock
 * port. Two nodes may look at once: a job claims rows with FOR UPDATE SKIP LOCKED, or does what is harmless twice.
 */
export interface Jobs {
  /** Each turn begins `seconds` after the last one ended, the first a random part of them after `start`. */
  every(seconds: number, name: string, look: () => Promise<void>): void;
  start(): void;
  /** Begins no new turn and waits for those that run. */
  stop(): Promise<void>;
  /** For tests, with `isManual`: one turn of every job. A throw comes out. */
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
  /** Nothing runs by itself; tests say when, with `runDue`. */
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
    // A start stays fast, and nodes that start together do not look together.
    await pause(Math.random() * job.seconds);
    while (!stopping.signal.aborted) {
      await run(job).catch((error: unknown) => log.error({ error, job: job.name }, 'job failed'));
      await pause(job.seconds);
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
