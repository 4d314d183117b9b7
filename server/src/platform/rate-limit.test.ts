import { beforeEach, describe, expect, test } from 'vitest';
import { startTestApp } from '#test/app';
import { createTestClock, type TestClock } from '#test/clock';
import { emptyDatabase, workerDatabase } from '#test/database';
import type { Database } from './database.ts';
import { createLimits, type Limits, type Taken } from './rate-limit.ts';

const minuteMs = 60_000;
const secret = 'a secret for tests only, 32 characters';
let database: Database;
let clock: TestClock;
let limits: Limits;

beforeEach(async () => {
  database = await workerDatabase();
  await emptyDatabase(database);
  clock = createTestClock();
  limits = createLimits({ pool: database.pool, clock, secret, isEnabled: true });
});

const accepted = (answers: Taken[]) => answers.filter(({ ok }) => ok).length;
const rowsOf = async (table: string) => (await database.pool.query(`SELECT * FROM ${table}`)).rows;

describe('windows', () => {
  const rule = { key: 'begin:ann@example.org', limit: 3, windowMs: minuteMs };

  test('the limit is reached exactly and the answer says when to come again', async () => {
    for (const seconds of [0, 10, 10]) {
      clock.advance({ seconds });
      expect(await limits.take([rule])).toEqual({ ok: true });
    }
    clock.advance({ seconds: 10, ms: 1 });
    expect(await limits.take([rule])).toEqual({ ok: false, retryAfterSeconds: 30 });
  });

  test('in no stretch of the window are there more than the limit, wherever it begins', async () => {
    expect(await limits.take([rule])).toEqual({ ok: true });
    clock.advance({ seconds: 59 });
    expect(accepted([await limits.take([rule]), await limits.take([rule])])).toBe(2);
    clock.advance({ seconds: 1 });
    // A fixed window that resets each minute would allow three here.
    const answers = [await limits.take([rule]), await limits.take([rule])];
    expect(answers).toEqual([{ ok: true }, { ok: false, retryAfterSeconds: 59 }]);
  });

  test('a refusal by one rule counts in none', async () => {
    const wide = { key: 'network:10.0.0.0', limit: 5, windowMs: minuteMs };
    const narrow = { ...rule, limit: 1 };
    await limits.take([wide, narrow]);
    for (let i = 0; i < 10; i++) expect(await limits.take([wide, narrow])).toMatchObject({ ok: false });
    const rest = [];
    for (let i = 0; i < 5; i++) rest.push(await limits.take([wide]));
    expect(accepted(rest)).toBe(4);
  });

  test('one key with two windows counts in each and returns the longest wait', async () => {
    const both = [
      { ...rule, limit: 1 },
      { ...rule, limit: 2, windowMs: 60 * minuteMs },
    ];
    expect(await limits.take(both)).toEqual({ ok: true });
    expect(await limits.take(both)).toEqual({ ok: false, retryAfterSeconds: 60 });
    clock.advance({ minutes: 1 });
    expect(await limits.take(both)).toEqual({ ok: true });
    expect(await limits.take(both)).toEqual({ ok: false, retryAfterSeconds: 59 * 60 });
  });

  test('of 200 concurrent calls on common keys in every order exactly the limit passes, without deadlock', async () => {
    const shared = { key: 'network', limit: 30, windowMs: minuteMs };
    const others = ['a', 'b', 'c', 'd'].map((key) => ({ key, limit: 20, windowMs: minuteMs }));
    const calls = Array.from({ length: 200 }, (_, i) => {
      const rules = [shared, others[i % 4]!, others[(i + 1) % 4]!];
      return limits.take(i % 2 ? rules : rules.toReversed());
    });
    expect(accepted(await Promise.all(calls))).toBe(30);
    const counts = (await rowsOf('rate_limits'))
      .map(({ taken_at }) => taken_at.length)
      .toSorted((a, b) => b - a);
    expect(counts[0]).toBe(30);
    expect(counts.slice(1).reduce((sum, count) => sum + count, 0)).toBe(60);
  });

  test('concurrent calls on an existing row never pass together', async () => {
    // The race window between check and write is microseconds, hence the many rounds.
    for (let round = 0; round < 60; round++) {
      const last = { key: `round ${round}`, limit: 2, windowMs: minuteMs };
      await limits.take([last]);
      const answers = await Promise.all(Array.from({ length: 12 }, () => limits.take([last])));
      expect(accepted(answers)).toBe(1);
    }
  });

  test('a concurrent purge never lets one more call pass', async () => {
    const calls = Array.from({ length: 100 }, () => limits.take([rule]));
    const purges = Array.from({ length: 20 }, () => limits.purge());
    expect(accepted(await Promise.all(calls))).toBe(3);
    await Promise.all(purges);
    expect(await limits.take([rule])).toMatchObject({ ok: false });
  });
});

describe('buckets', () => {
  const rule = { key: 'send:ann', burst: 60, perSecond: 1 };
  const takeMany = (count: number) =>
    Promise.all(Array.from({ length: count }, () => limits.takeToken(rule)));

  test('200 concurrent calls empty the bucket exactly', async () => {
    expect(accepted(await takeMany(200))).toBe(60);
  });

  test('it refills with time, at most to its capacity', async () => {
    await takeMany(60);
    expect(await limits.takeToken(rule)).toEqual({ ok: false, retryAfterSeconds: 1 });
    clock.advance({ seconds: 5 });
    expect(accepted(await takeMany(20))).toBe(5);
    clock.advance({ hours: 1 });
    expect(accepted(await takeMany(80))).toBe(60);
  });

  test('one call may take several tokens: all of them or none', async () => {
    const take = (tokens: number) => limits.takeToken({ ...rule, tokens });
    expect(await take(40)).toEqual({ ok: true });
    expect(await take(21)).toEqual({ ok: false, retryAfterSeconds: 1 });
    expect(await take(30)).toEqual({ ok: false, retryAfterSeconds: 10 });
    expect(await take(20)).toEqual({ ok: true });
    clock.advance({ seconds: 7 });
    expect(await take(8)).toEqual({ ok: false, retryAfterSeconds: 1 });
    expect(await take(7)).toEqual({ ok: true });
    clock.advance({ hours: 1 });
    expect(await take(61)).toMatchObject({ ok: false });
    expect(await take(60)).toEqual({ ok: true });
  });

  test('returns the wait for the next token of a slow bucket', async () => {
    const slow = { key: 'slow', burst: 1, perSecond: 1 / 30 };
    await limits.takeToken(slow);
    clock.advance({ seconds: 10 });
    expect(await limits.takeToken(slow)).toEqual({ ok: false, retryAfterSeconds: 20 });
  });
});

test('stores keyed hashes, which depend on the secret', async () => {
  const rule = { key: 'ann@example.org', limit: 1, windowMs: minuteMs };
  await limits.take([rule]);
  await createLimits({ pool: database.pool, clock, secret: 'other', isEnabled: true }).take([rule]);
  await limits.takeToken({ key: rule.key, burst: 1, perSecond: 1 });
  const keys = [...(await rowsOf('rate_limits')), ...(await rowsOf('rate_buckets'))].map(({ key }) => key);
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(3);
  expect(keys.map((key) => key.toString('latin1')).join()).not.toContain('ann');
});

test('the purge deletes expired rows and nothing else', async () => {
  await limits.take([{ key: 'short', limit: 1, windowMs: minuteMs }]);
  await limits.take([{ key: 'long', limit: 1, windowMs: 60 * minuteMs }]);
  await limits.takeToken({ key: 'bucket', burst: 1, perSecond: 1 });
  clock.advance({ minutes: 2 });
  await limits.purge();
  expect(await rowsOf('rate_limits')).toHaveLength(1);
  expect(await rowsOf('rate_buckets')).toHaveLength(0);
});

test('the application purges by a job', async () => {
  const app = await startTestApp();
  await app.platform.limits.take([{ key: 'short', limit: 1, windowMs: minuteMs }]);
  app.clock.advance({ minutes: 2 });
  await app.runJobs();
  expect(await rowsOf('rate_limits')).toHaveLength(0);
});

test('when disabled, everything passes and nothing is written', async () => {
  const off = createLimits({ pool: database.pool, clock, secret, isEnabled: false });
  const rule = { key: 'x', limit: 1, windowMs: minuteMs };
  expect(accepted([await off.take([rule]), await off.take([rule])])).toBe(2);
  expect(await off.takeToken({ key: 'x', burst: 0, perSecond: 1 })).toEqual({ ok: true });
  expect(await rowsOf('rate_limits')).toHaveLength(0);
});
