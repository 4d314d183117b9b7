import { expect, test } from 'vitest';
import { type Stall, stallMaxMs, watchLoop } from '#test/fuzz/loop-watch';

const turn = () => new Promise((resolve) => setTimeout(resolve, 20));

async function stallsDuring(work: () => void): Promise<{ stalls: Stall[]; longest: Stall }> {
  const stalls: Stall[] = [];
  const watch = watchLoop((stall) => stalls.push(stall));
  await turn();
  work();
  await turn();
  return { stalls, longest: watch.stop() };
}

test('a computation that keeps the event loop is a stall, with the time it computed', async () => {
  const { stalls, longest } = await stallsDuring(() => {
    const began = process.threadCpuUsage();
    const usedMs = () => {
      const { user, system } = process.threadCpuUsage(began);
      return (user + system) / 1000;
    };
    while (usedMs() <= stallMaxMs);
  });
  expect(stalls).toHaveLength(1);
  expect(longest.busyMs).toBeGreaterThan(stallMaxMs);
  expect(longest.waitedMs).toBeGreaterThanOrEqual(longest.busyMs);
});

test('time in which the thread had no processor is a wait and no stall', async () => {
  const { stalls, longest } = await stallsDuring(() => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stallMaxMs * 2);
  });
  expect(stalls).toEqual([]);
  expect(longest.waitedMs).toBeGreaterThan(stallMaxMs);
  expect(longest.busyMs).toBeLessThan(stallMaxMs);
});
