import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMetrics, type Metrics, registerMetrics } from './metrics.ts';

let metrics: Metrics;
let fastify: FastifyInstance;

beforeEach(() => {
  metrics = createMetrics();
  fastify = Fastify();
  registerMetrics(fastify, metrics);
  fastify.get('/v1/user/:userId', async () => ({}));
});
afterEach(() => fastify.close());

async function figures(): Promise<string> {
  const response = await fastify.inject('/metrics');
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toContain('text/plain; version=0.0.4');
  return response.body;
}

describe('metrics', () => {
  test('counts requests by method, route pattern and status, never by address', async () => {
    await fastify.inject('/v1/user/one?x=1');
    await fastify.inject('/v1/user/two');
    await fastify.inject('/secret-path');
    const text = await figures();
    expect(text).toContain(
      'http_request_duration_seconds_count{method="GET",route="/v1/user/:userId",status="200"} 2',
    );
    expect(text).toContain(
      'http_request_duration_seconds_count{method="GET",route="unmatched",status="404"} 1',
    );
    expect(text).not.toContain('secret-path');
    expect(text).not.toContain('user/one');
  });

  test('shows mails, jobs, memory and the delay of the event loop', async () => {
    metrics.mails.inc({ outcome: 'failed' });
    metrics.jobs.inc({ job: 'daily-digest', outcome: 'failed' });
    metrics.jobDuration.observe({ job: 'daily-digest' }, 0.2);
    const text = await figures();
    expect(text).toContain('mails_total{outcome="failed"} 1');
    expect(text).toContain('jobs_total{job="daily-digest",outcome="failed"} 1');
    expect(text).toContain('job_duration_seconds_count{job="daily-digest"} 1');
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.]+/m);
    expect(text).toMatch(/^process_resident_memory_bytes [\d.]+/m);
  });

  test('two applications in one process have separate metrics', async () => {
    metrics.mails.inc({ outcome: 'sent' }, 5);
    expect(await createMetrics().registry.getSingleMetricAsString('mails_total')).not.toContain('5');
  });

  test('a closed application is not kept in memory by its metrics', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    const closed = new WeakRef(createMetrics());
    const registry = new WeakRef(createMetrics().registry);
    await turn();
    collectGarbage();
    expect([closed.deref(), registry.deref()]).toEqual([undefined, undefined]);
  });
});
