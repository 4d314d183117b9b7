import { createHmac } from 'node:crypto';
import { ApiError } from '@parlance/contract/errors';
import type pg from 'pg';
import type { Clock } from './clock.ts';
import { prepared } from './database.ts';
import type { Jobs } from './jobs.ts';

/** At most `limit` takes of `key` in a sliding window of `windowMs`. Keep limits small: each counted take is stored. */
export interface LimitRule {
  key: string;
  limit: number;
  windowMs: number;
}

/** A token bucket with capacity `burst` and refill rate `perSecond`; takes `tokens`, by default one. */
export interface BucketRule {
  key: string;
  burst: number;
  perSecond: number;
  tokens?: number;
}

export type Taken = { ok: true } | { ok: false; retryAfterSeconds: number };

export interface Limits {
  /** Takes one from every rule, or from none when one of them refuses. */
  take(rules: LimitRule[]): Promise<Taken>;
  takeToken(rule: BucketRule): Promise<Taken>;
  /** Deletes expired takes. */
  purge(): Promise<void>;
}

const unlimited: Limits = {
  take: async () => ({ ok: true }),
  takeToken: async () => ({ ok: true }),
  purge: async () => {},
};

/**
 * Creates limits shared by all nodes: counted in the database and by the clock port. Each call is a separate statement, never part of
 * a caller's transaction, where a refusal would be rolled back.
 */
export function createLimits(options: {
  pool: pg.Pool;
  clock: Clock;
  secret: string;
  isEnabled: boolean;
}): Limits {
  const { pool, clock, secret, isEnabled } = options;
  if (!isEnabled) return unlimited;
  const hash = (text: string) =>
    createHmac('sha256', secret).update(`rate-limit:${text}`).digest().subarray(0, 16);

  return {
    async take(rules) {
      const now = clock.now();
      const [row] = await prepared<{ free_at: Date | null }>(
        pool,
        'take-rate-limits',
        'SELECT take_rate_limits($1, $2, $3, $4) AS free_at',
        [
          // One key can have several windows ("1 a minute and 5 an hour"), counted separately.
          rules.map(({ key, windowMs }) => hash(`${windowMs}:${key}`)),
          rules.map(({ limit }) => limit),
          rules.map(({ windowMs }) => `${windowMs} milliseconds`),
          now,
        ],
      );
      return answer(row?.free_at ?? null, now);
    },

    async takeToken({ key, burst, perSecond, tokens = 1 }) {
      const now = clock.now();
      const tokenMs = 1000 / perSecond;
      const [row] = await prepared<{ free_at: Date | null }>(pool, 'take-token', takeTokenSql, [
        hash(`${burst}/${perSecond}:${key}`),
        now,
        tokenMs,
        burst,
        tokens,
      ]);
      return answer(row?.free_at ?? null, now);
    },

    async purge() {
      const now = clock.now();
      await pool.query('DELETE FROM rate_limits WHERE expires_at <= $1', [now]);
      await pool.query('DELETE FROM rate_buckets WHERE full_at <= $1', [now]);
    },
  };
}

/** Throws a 429 with the retry delay when a limit refused. */
export function refuseOver(taken: Taken): void {
  if (!taken.ok) throw new ApiError('TooManyRequests', { timeout: taken.retryAfterSeconds });
}

const purgeEverySeconds = 3600;

export function schedulePurge(jobs: Jobs, limits: Limits): void {
  jobs.every(purgeEverySeconds, 'purge-rate-limits', () => limits.purge());
}

function answer(freeAt: Date | null, now: Date): Taken {
  if (freeAt === null) return { ok: true };
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((freeAt.getTime() - now.getTime()) / 1000)) };
}

/**
 * Each token delays the time at which the bucket is full by one refill interval, up to the capacity. The refused branch reads the row
 * before the update, which is accurate enough for the retry delay.
 */
const takeTokenSql = `
  WITH token AS (SELECT make_interval(secs => $3::float8 / 1000) AS span),
  taken AS (
    INSERT INTO rate_buckets AS bucket (key, full_at)
    SELECT $1, $2::timestamptz + span * $5::int FROM token WHERE $5::int <= $4::int
    ON CONFLICT (key) DO UPDATE
      SET full_at = greatest(bucket.full_at, $2::timestamptz) + make_interval(secs => $3::float8 / 1000) * $5::int
      WHERE greatest(bucket.full_at, $2::timestamptz)
        <= $2::timestamptz + make_interval(secs => $3::float8 / 1000) * ($4::int - $5::int)
    RETURNING 1
  )
  SELECT CASE WHEN NOT EXISTS (SELECT FROM taken) THEN greatest(
    (SELECT full_at - token.span * ($4::int - $5::int) FROM rate_buckets WHERE key = $1),
    $2::timestamptz + interval '1 millisecond'
  ) END AS free_at
  FROM token`;
