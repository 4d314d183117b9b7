import { expect, inject, test } from 'vitest';
import { type FuzzReport, fuzz } from '#test/fuzz/fuzz';
import { gatherCrowd } from '#test/fuzz/people';

// `npm run fuzz` sets these for a long run; without them it is what fits into `npm test`.
const count = Number(process.env.FUZZ_COUNT ?? Infinity);
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000);
// A database server answers several times as many calls in the same time, so it has most of that.
const shortMs = inject('databases').kind === 'pglite' ? 5000 : 20_000;
const forMs = process.env.FUZZ_COUNT ? Infinity : shortMs;
const heapGrowthMaxBytes = 40 * 1024 * 1024;
const progressEvery = 5000;

const print = (text: string) => process.stdout.write(`${text}\n`);

function tell({ sent, seconds }: FuzzReport): void {
  if (sent % progressEvery === 0) print(`  ${sent} calls, ${Math.round(sent / seconds)} a second`);
}

test('no call and no packet, however odd, makes the server fail', { timeout: 24 * 3_600_000 }, async () => {
  const report = await fuzz(await gatherCrowd(), { seed, count, forMs, onBatch: tell });
  const statuses = [...report.statuses].toSorted().map(([status, times]) => `${status}: ${times}`);
  print(
    `  fuzz: ${report.sent} calls in ${report.seconds.toFixed(0)} s, seed ${seed} (${statuses.join(', ')})`,
  );
  expect(report.problems).toEqual([]);
  expect(report.heapGrowthBytes).toBeLessThan(heapGrowthMaxBytes);
});
