import { ApiError } from '@parlance/contract/errors';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

const databaseTimeoutMs = 2000;

/** Whether this node accepts traffic; false as soon as a stop begins. */
export interface Readiness {
  isReady: boolean;
}

/** Registers liveness (the process responds) and readiness (it accepts traffic and its database responds). */
export function registerHealth(http: FastifyInstance, pool: pg.Pool, readiness: Readiness): void {
  const config = { cost: 0 };
  http.get('/health/live', { config }, async () => ({ status: 'ok' }));
  http.get('/health/ready', { config }, async () => {
    if (!readiness.isReady || !(await answers(pool))) {
      throw new ApiError('ServerError', { statusCode: 503, timeout: 5 });
    }
    return { status: 'ok' };
  });
}

async function answers(pool: pg.Pool): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), databaseTimeoutMs);
  const asked = pool.query('SELECT 1').then(
    () => true,
    () => false,
  );
  const isAnswered = await Promise.race([asked, late]);
  clearTimeout(timer);
  return isAnswered;
}
