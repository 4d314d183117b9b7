import { expect, test, vi } from 'vitest';
import { afterTest } from '#test/after-test';
import { createTestLog } from '#test/log';
import { createJobs, type Jobs } from './jobs.ts';
import { createMetrics } from './metrics.ts';

const within = { timeout: 15_000, interval: 10 };

function startNode(declare: (jobs: Jobs) => void) {
  const testLog = createTestLog();
  const metrics = createMetrics();
  const jobs = createJobs({ log: testLog.log, metrics });
  declare(jobs);
  jobs.start();
  afterTest(async () => void (await jobs.stop()));
  return { jobs, lines: testLog.lines, metrics };
}

test('a job repeats, also after a failure, which is logged and counted', async () => {
  let looks = 0;
  const { jobs, lines, metrics } = startNode((node) =>
    node.every(0.05, 'look', async () => {
      looks += 1;
      if (looks === 1) throw new Error('the first look fails');
    }),
  );
  await vi.waitFor(() => expect(looks).toBeGreaterThan(2), within);
  await jobs.stop();
  expect(lines).toMatchObject([
    { job: 'look', msg: 'job failed', error: { message: 'the first look fails' } },
  ]);
  const figures = await metrics.registry.metrics();
  expect(figures).toContain('jobs_total{job="look",outcome="failed"} 1\n');
  expect(figures).toContain(`jobs_total{job="look",outcome="completed"} ${looks - 1}\n`);
  expect(figures).toContain(`job_duration_seconds_count{job="look"} ${looks}\n`);
});

test('the first run has a random delay within the interval, the next ones half to one and a half intervals', async () => {
  const random = vi
    .spyOn(Math, 'random')
    .mockReturnValueOnce(0.25)
    .mockReturnValueOnce(0)
    .mockReturnValue(0.75);
  afterTest(async () => void random.mockRestore());
  const looks: number[] = [];
  const startedAt = performance.now();
  startNode((node) => node.every(0.2, 'look', async () => void looks.push(performance.now())));
  await vi.waitFor(() => expect(looks.length).toBeGreaterThan(2), within);
  const [first = 0, second = 0, third = 0] = looks;
  // A timer can fire a millisecond early by this clock.
  expect(first - startedAt).toBeGreaterThan(48);
  expect(second - first).toBeGreaterThan(98);
  expect(second - first).toBeLessThan(third - second);
  expect(third - second).toBeGreaterThan(248);
});

test('a hung job does not delay the others', async () => {
  const work = Promise.withResolvers<void>();
  const other = vi.fn(async () => {});
  const { jobs } = startNode((node) => {
    node.every(0.01, 'hangs', () => work.promise);
    node.every(0.01, 'other', other);
  });
  await vi.waitFor(() => expect(other.mock.calls.length).toBeGreaterThan(2), within);
  work.resolve();
  await jobs.stop();
});

test('stopping waits for running jobs and starts no more', async () => {
  const work = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  let looks = 0;
  const { jobs } = startNode((node) => {
    node.every(0.01, 'slow', async () => {
      looks += 1;
      started.resolve();
      await work.promise;
    });
    node.every(3600, 'hourly', async () => {});
  });
  await started.promise;
  let isStopped = false;
  const stopping = jobs.stop().then(() => {
    isStopped = true;
  });
  await new Promise((turn) => setTimeout(turn, 100));
  expect(isStopped).toBe(false);
  work.resolve();
  await stopping;
  expect(looks).toBe(1);
});

test('a manual run runs each job once and throws its error; it is refused outside tests', async () => {
  const { log } = createTestLog();
  const manual = createJobs({ log, isManual: true });
  const ran: string[] = [];
  manual.every(0.001, 'first', async () => void ran.push('first'));
  manual.every(3600, 'hourly', async () => {
    // Long enough for a second run of the first job, if it were scheduled.
    await new Promise((turn) => setTimeout(turn, 50));
    ran.push('hourly');
  });
  manual.start();
  await manual.runDue();
  await manual.stop();
  expect(ran).toEqual(['first', 'hourly']);
  manual.every(1, 'broken', () => Promise.reject(new Error('broken look')));
  await expect(manual.runDue()).rejects.toThrow('broken look');
  await expect(startNode(() => {}).jobs.runDue()).rejects.toThrow('do not run by themselves');
});
