import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { routePattern } from './logger.ts';

export interface Metrics {
  registry: Registry;
  httpDuration: Histogram<'method' | 'route' | 'status'>;
  /** Mails handed to the mail server, by outcome. */
  mails: Counter<'outcome'>;
  /** Finished job runs, by name and outcome. */
  jobs: Counter<'job' | 'outcome'>;
  jobDuration: Histogram<'job'>;
  /** The counter of a slice, created on first use: the demo runs slices with copies of the platform. */
  count<Label extends string>(figure: { name: string; help: string; labelNames: Label[] }): Counter<Label>;
  /** Creates a gauge that is read on each scrape; a failed read is NaN, so that the other metrics are still reported. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
}

let ofProcess: Registry | undefined;

/**
 * Memory, CPU, garbage collection and event loop lag (nodejs_eventloop_lag_*). Collected once in a process: the library never releases
 * their observers and timers, which would keep every closed application of a test process in memory.
 */
function processMetrics(): Registry {
  if (ofProcess) return ofProcess;
  ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  return ofProcess;
}

/** Uses a separate registry, so that several applications can run in one test process. */
export function createMetrics(): Metrics {
  processMetrics();
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    httpDuration: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request to the end of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    mails: new Counter({
      name: 'mails_total',
      help: 'Mails handed to the mail server, by outcome: sent or failed.',
      labelNames: ['outcome'],
      registers,
    }),
    jobs: new Counter({
      name: 'jobs_total',
      help: 'Turns of background jobs that ended, by outcome: completed or failed.',
      labelNames: ['job', 'outcome'],
      registers,
    }),
    jobDuration: new Histogram({
      name: 'job_duration_seconds',
      help: 'Time a turn of a job took.',
      labelNames: ['job'],
      buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120],
      registers,
    }),
    count: (figure) =>
      (registry.getSingleMetric(figure.name) as Counter<(typeof figure.labelNames)[number]> | undefined) ??
      new Counter({ ...figure, registers }),
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          this.set(await Promise.resolve(read()).catch(() => Number.NaN));
        },
      });
    },
  };
}

/** Measures requests by route pattern (URLs would create a series per user) and serves the metrics. */
export function registerMetrics(fastify: FastifyInstance, metrics: Metrics): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const labels = { method: request.method, route: routePattern(request), status: reply.statusCode };
    metrics.httpDuration.observe(labels, reply.elapsedTime / 1000);
    done();
  });
  fastify.get('/metrics', { config: { cost: 0 } }, async (_request, reply) => {
    const figures = await Registry.merge([processMetrics(), metrics.registry]).metrics();
    return reply
      .header('content-type', metrics.registry.contentType)
      .header('cache-control', 'no-store')
      .send(figures);
  });
}
