import { expect, test, vi } from 'vitest';
import { afterTest } from '#test/after-test';
import type { Platform } from './platform.ts';
import { retriedTransaction } from './retried-transaction.ts';

/** Runs a transaction whose first attempts fail with a code of the database. */
async function run(code: string, failures: number): Promise<{ outcome: unknown; attempts: number }> {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  afterTest(async () => void random.mockRestore());
  let attempts = 0;
  const execute = async (work: () => Promise<unknown>) => {
    attempts += 1;
    if (attempts <= failures) throw Object.assign(new Error('refused'), { code });
    return work();
  };
  const platform = { db: { transaction: () => ({ execute }) } } as unknown as Pick<Platform, 'db'>;
  const outcome = await retriedTransaction(platform, async () => 'done').catch(
    (error: { code: string }) => error.code,
  );
  return { outcome, attempts };
}

test.each([
  ['40P01', 5, { outcome: 'done', attempts: 6 }],
  ['40001', 5, { outcome: 'done', attempts: 6 }],
  ['40P01', 6, { outcome: '40P01', attempts: 6 }],
  ['23505', 1, { outcome: '23505', attempts: 1 }],
  ['57P01', 1, { outcome: '57P01', attempts: 1 }],
])('after %s, %i times: %o', async (code, failures, expected) => {
  expect(await run(code, failures)).toEqual(expected);
});
