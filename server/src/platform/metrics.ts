import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { routePattern } from './logger.ts';

/** What the application measures about itself, for Prometheus to collect. */
export interface Metrics {
  registry: Registry;
  httpDuration: Histogram<'method' | 'route' | 'status'>;
  /** Mails handed to the mail server, by whether it took them. */
  mails: Counter<'outcome'>;
  /** Turns of jobs that ended, by name and by whether they succeeded. */
  jobs: Counter<'job' | 'outcome'>;
  jobDuration: Histogram<'job'>;
  /** A number that only rises, for a slice to count its own acts. */
  count<Label extends string>(figure: { name: string; help: string; labelNames: Label[] }): Counter<Label>;
}

/** A registry of its own, so that several applications can live in one test process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  // Brings memory, CPU, garbage collection and the delay of the event loop (nodejs_eventloop_lag_*).
  collectDefaultMetrics({ register: registry });
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
    count: (figure) => new Counter({ ...figure, registers }),
  };
}

/** Measures every request by its route pattern (an address would make a series of each user) and serves the figures. */
export function registerMetrics(fastify: FastifyInstance, metrics: Metrics): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const labels = { method: request.method, route: routePattern(request), status: reply.statusCode };
    metrics.httpDuration.observe(labels, reply.elapsedTime / 1000);
    done();
  });
  fastify.get('/metrics', { config: { cost: 0 } }, async (_request, reply) => {
    const figures = await metrics.registry.metrics();
    return reply
      .header('content-type', metrics.registry.contentType)
      .header('cache-control', 'no-store')
      .send(figures);
  });
}
