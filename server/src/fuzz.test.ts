import { expect, inject, test } from 'vitest';
import { type FuzzReport, fuzz } from '#test/fuzz/fuzz';
import { stallMaxMs } from '#test/fuzz/loop-watch';
import { gatherCrowd } from '#test/fuzz/people';

// `npm run fuzz` sets these for a long run; the defaults fit into `npm test`.
const count = Number(process.env.FUZZ_COUNT ?? Infinity);
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000);
// A Postgres server handles several times as many calls, so it gets most of the time.
const shortMs = inject('databases').kind === 'pglite' ? 5000 : 20_000;
const forMs = process.env.FUZZ_COUNT ? Infinity : shortMs;
// In `npm test` a garbage collection of the heap left by earlier test files takes up to 300 ms and counts as well.
const stallMs = process.env.FUZZ_COUNT ? stallMaxMs : 4 * stallMaxMs;
const heapGrowthMaxBytes = 40 * 1024 * 1024;
const progressEvery = 5000;

const print = (text: string) => process.stdout.write(`${text}\n`);

function tell({ sent, seconds }: FuzzReport): void {
  if (sent % progressEvery === 0) print(`  ${sent} calls, ${Math.round(sent / seconds)} a second`);
}

const long = { timeout: 24 * 3_600_000 };

async function expectSound(report: FuzzReport): Promise<void> {
  const statuses = [...report.statuses].toSorted().map(([status, times]) => `${status}: ${times}`);
  print(
    `  fuzz: ${report.sent} calls in ${report.seconds.toFixed(0)} s, seed ${seed} (${statuses.join(', ')})`,
  );
  const kinds = [...report.kinds].map(([kind, times]) => `${kind}: ${times}`);
  const { waitedMs, busyMs } = report.longest;
  print(`        ${kinds.join(', ')}; ${report.plainPages} pages went out plain`);
  print(
    `        the event loop stood for ${Math.round(waitedMs)} ms at most, and computed for ${Math.round(busyMs)} ms of one wait`,
  );
  expect(report.problems).toEqual([]);
  expect(report.heapGrowthBytes).toBeLessThan(heapGrowthMaxBytes);
}

test('no call and no packet, however odd, makes the server fail', long, async () => {
  await expectSound(await fuzz(await gatherCrowd(), { seed, count, forMs, stallMs, onBatch: tell }));
});

test('with its limits on it refuses what is too much and fails no more', long, async () => {
  const crowd = await gatherCrowd({ rateLimits: 'on' });
  // The visitors' rate is used up, and the clock stands still, so that it does not refill.
  const search = async () => (await fetch(`${crowd.app.url}/v1/user/search?limit=none`)).status;
  while (!(await Promise.all(Array.from({ length: 100 }, search))).includes(429));
  const report = await fuzz(crowd, { seed, count: Math.ceil(count / 10), forMs: forMs / 2, stallMs });
  await expectSound(report);
  expect(report.statuses.get(429)).toBeGreaterThan(0);
});
